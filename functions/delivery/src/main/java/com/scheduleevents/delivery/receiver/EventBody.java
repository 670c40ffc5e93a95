package com.scheduleevents.delivery.receiver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request. It has no media type, because the client would then set {@code Content-Type} itself. It can be written only
 * once, which keeps the client from repeating a request by itself after status 408, 421 or 503.
 */
final class EventBody extends RequestBody {

    private final byte[] bytes;

    EventBody(String json) {
        this.bytes = json.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable MediaType contentType() {
        return null;
    }

    @Override
    public long contentLength() {
        return bytes.length;
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(bytes);
    }
}
