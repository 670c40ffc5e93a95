package com.scheduleevents.api.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An answer, without the headers that every answer has.
 *
 * @param status the HTTP status
 * @param headers of this answer in particular
 * @param body JSON; empty when there is none
 * @param unchanging whether what it shows is the same for ever, so that whoever names its tag need not get it again
 */
public record Response(int status, Map<String, String> headers, Optional<String> body, boolean unchanging) {

    /** An answer that shows something as it is now. */
    public Response(int status, Map<String, String> headers, Optional<String> body) {
        this(status, headers, body, false);
    }

    /** Keeps a copy of the headers. */
    public Response {
        headers = Map.copyOf(headers);
    }

    /** The same answer with one more header. */
    public Response with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body, unchanging);
    }

    /** The same answer to somebody who wants to know all about it but not what it says (RFC 9110, section 9.3.2). */
    Response withoutBody() {
        return new Response(status, headers, Optional.empty(), unchanging);
    }

    /** An answer with a JSON body. */
    public static Response json(int status, String body) {
        return new Response(status, Map.of(), Optional.of(body));
    }

    /** 200 with something that never changes, and the tag that it can be asked after with (RFC 9110, section 13.1.2). */
    public static Response unchanging(String body, String tag) {
        return new Response(200, Map.of("ETag", "\"" + tag + "\""), Optional.of(body), true);
    }

    /** 204: it is done, and there is nothing to say. */
    public static Response noContent() {
        return new Response(204, Map.of(), Optional.empty());
    }

    /**
     * 200 with a page of a list (specification, section 2.3).
     *
     * @param elements each one's JSON, which goes into the page as it is
     * @param next the cursor of the next page; empty on the last one
     */
    public static Response page(List<String> elements, Optional<String> next) {
        String cursor = next.map(id -> "\"" + id + "\"").orElse("null");
        return json(
                200,
                "{\"data\":[" + String.join(",", elements) + "],\"has_more\":" + next.isPresent() + ",\"next_cursor\":"
                        + cursor + "}");
    }
}
