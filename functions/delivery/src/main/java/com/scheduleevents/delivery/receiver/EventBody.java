package com.scheduleevents.delivery.receiver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * A request's body. It names no media type, because the client would write its own {@code Content-Type}; and it may be
 * written once only, which keeps the client from answering a status (408, 421, 503) with a second request of its own.
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
