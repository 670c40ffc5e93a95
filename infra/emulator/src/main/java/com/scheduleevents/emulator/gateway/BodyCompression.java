package com.scheduleevents.emulator.gateway;

import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Compresses bodies for clients that accept gzip, and decompresses those of requests (developer guide, "Payload
 * compression for REST APIs" and "Call an API method with a compressed payload"). The header Content-Encoding of a
 * request stays, as it does there.
 */
final class BodyCompression {

    private static final String GZIP = "gzip";
    private static final String DEFLATE = "deflate";
    private static final String IDENTITY = "identity";

    private final OptionalInt minimum;
    private final int most;

    /**
     * @param minimum how many bytes a body must have to be compressed or decompressed; empty: none is compressed, and
     *     each is decompressed
     * @param most how many bytes a decompressed body may have
     */
    BodyCompression(OptionalInt minimum, int most) {
        this.minimum = minimum;
        this.most = most;
    }

    /**
     * The request with its body decompressed. No more is decompressed than a body may have.
     *
     * @throws RejectedRequest when the coding is not supported, the body does not have it, or the decompressed body is
     *     too large
     */
    ServerRequest decompress(ServerRequest request) throws RejectedRequest {
        String coding = request.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Encoding"))
                .map(Header::value)
                .collect(Collectors.joining(","))
                .strip()
                .toLowerCase(Locale.ROOT);
        byte[] body = request.body();
        return switch (coding) {
            case "", IDENTITY -> request;
            case GZIP, DEFLATE ->
                body.length == 0 || body.length < minimum.orElse(0)
                        ? request
                        : request.withBody(decompressed(body, coding));
            default -> throw unsupported("The content coding is not supported.");
        };
    }

    private byte[] decompressed(byte[] body, String coding) throws RejectedRequest {
        byte[] decompressed;
        try (InputStream in = coding.equals(GZIP)
                ? new GZIPInputStream(new ByteArrayInputStream(body))
                : new InflaterInputStream(new ByteArrayInputStream(body))) {
            decompressed = in.readNBytes(most + 1);
        } catch (IOException e) {
            throw unsupported("The body does not have its content coding.");
        }
        if (decompressed.length > most) {
            throw new RejectedRequest(GatewayError.REQUEST_TOO_LARGE, "The decompressed body is too large.", Map.of());
        }
        return decompressed;
    }

    private static RejectedRequest unsupported(String reason) {
        return new RejectedRequest(GatewayError.UNSUPPORTED_MEDIA_TYPE, reason, Map.of());
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
