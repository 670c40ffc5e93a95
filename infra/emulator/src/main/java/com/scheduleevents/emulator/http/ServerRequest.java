package com.scheduleevents.emulator.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A complete HTTP request.
 *
 * @param method in upper case
 * @param target path and query, percent encoded
 * @param protocol such as {@code HTTP/1.1}
 * @param headers in the order received
 * @param body empty when there was none; must not be modified
 * @param sourceIp the client's IP address
 */
@SuppressWarnings("ArrayRecordComponent") // a body is compared by nobody
public record ServerRequest(
        String method, String target, String protocol, List<Header> headers, byte[] body, String sourceIp) {

    /** The greatest number of parameters; more are dropped. */
    private static final int MAX_PARAMETERS = 10_000;

    /** The same request with another body. */
    public ServerRequest withBody(byte[] other) {
        return new ServerRequest(method, target, protocol, headers, other, sourceIp);
    }

    /** The path, percent encoded. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /**
     * The query's parameters, decoded, in the order received.
     *
     * @throws IllegalArgumentException when a percent encoding is malformed
     */
    public Map<String, List<String>> query() {
        int query = target.indexOf('?');
        return query < 0 ? Map.of() : decoded(target.substring(query + 1));
    }

    /**
     * The fields of a form in the body.
     *
     * @throws IllegalArgumentException when a percent encoding is broken
     */
    public Map<String, List<String>> form() {
        return decoded(text());
    }

    /** The body, decoded as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The last value of a header, whatever its case. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .reduce((earlier, later) -> later);
    }

    private static Map<String, List<String>> decoded(String parameters) {
        return new QueryStringDecoder(parameters, StandardCharsets.UTF_8, false, MAX_PARAMETERS, true).parameters();
    }
}
