package com.scheduleevents.emulator.gateway;

import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.zip.GZIPOutputStream;

/** Compresses bodies for clients that accept gzip (developer guide, "Payload compression for REST APIs"). */
final class BodyCompression {

    private static final String GZIP = "gzip";

    private final OptionalInt minimum;

    /** @param minimum how many bytes a body must have; empty: none is compressed */
    BodyCompression(OptionalInt minimum) {
        this.minimum = minimum;
    }

    ServerResponse compress(ServerResponse response, ServerRequest request) {
        boolean large = minimum.isPresent() && response.body().length >= Math.max(1, minimum.getAsInt());
        boolean encoded =
                response.headers().stream().anyMatch(header -> header.name().equalsIgnoreCase("Content-Encoding"));
        return large && !encoded && accepts(request)
                ? new ServerResponse(response.status(), response.headers(), gzipped(response.body()))
                        .with(new Header("Content-Encoding", GZIP))
                : response;
    }

    private static boolean accepts(ServerRequest request) {
        return request.header("Accept-Encoding").stream()
                .flatMap(list -> Arrays.stream(list.split(",")))
                .map(String::strip)
                .anyMatch(coding -> coding.equals(GZIP) || (coding.startsWith(GZIP + ";") && !coding.endsWith("q=0")));
    }

    private static byte[] gzipped(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }
}
