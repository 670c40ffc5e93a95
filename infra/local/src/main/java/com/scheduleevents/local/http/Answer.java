package com.scheduleevents.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * An answer, whole.
 *
 * @param status 200 to 599
 * @param headers without Content-Length, which follows from the body
 * @param body may be empty; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // a body is compared by nobody
public record Answer(int status, List<Header> headers, byte[] body) implements Reply {

    public static Answer of(int status, String contentType, String body) {
        return new Answer(
                status, List.of(new Header("Content-Type", contentType)), body.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer json(int status, JsonNode body) {
        return of(status, "application/json", body.toPrettyString() + "\n");
    }

    public static Answer text(int status, String body) {
        return of(status, "text/plain; charset=utf-8", body);
    }

    public static Answer html(String body) {
        return of(200, "text/html; charset=utf-8", body);
    }

    public static Answer empty(int status) {
        return new Answer(status, List.of(), new byte[0]);
    }

    public Answer with(Header header) {
        return new Answer(
                status, Stream.concat(headers.stream(), Stream.of(header)).toList(), body);
    }
}
