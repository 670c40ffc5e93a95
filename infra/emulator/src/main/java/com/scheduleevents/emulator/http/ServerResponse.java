package com.scheduleevents.emulator.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A complete HTTP response.
 *
 * @param status 200 to 599
 * @param headers without Content-Length, which is derived from the body
 * @param body may be empty; must not be modified
 */
@SuppressWarnings("ArrayRecordComponent") // a body is compared by nobody
public record ServerResponse(int status, List<Header> headers, byte[] body) implements ServerAction {

    public static ServerResponse of(int status, String contentType, String body) {
        return new ServerResponse(
                status, List.of(new Header("Content-Type", contentType)), body.getBytes(StandardCharsets.UTF_8));
    }

    public static ServerResponse json(int status, JsonNode body) {
        return of(status, "application/json", body.toPrettyString() + "\n");
    }

    public static ServerResponse text(int status, String body) {
        return of(status, "text/plain; charset=utf-8", body);
    }

    public static ServerResponse html(String body) {
        return of(200, "text/html; charset=utf-8", body);
    }

    public static ServerResponse empty(int status) {
        return new ServerResponse(status, List.of(), new byte[0]);
    }

    public ServerResponse with(Header header) {
        return new ServerResponse(
                status, Stream.concat(headers.stream(), Stream.of(header)).toList(), body);
    }
}
