package com.scheduleevents.cli.listen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The body of a delivery, byte for byte. It has no media type, because the client would set {@code Content-Type} itself, and it can be
 * written only once, which keeps the client from repeating a request by itself after status 408, 421 or 503.
 */
final class SignedBody extends RequestBody {

    private final byte[] bytes;

    SignedBody(String json) {
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
