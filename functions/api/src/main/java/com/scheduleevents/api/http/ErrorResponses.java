package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one place where error answers are made; the gateway's own, in template.yaml, look the same. */
public final class ErrorResponses {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ErrorResponses() {}

    static Response of(ApiException error, String requestId) {
        return Response.json(
                HttpStatus.of(error.code()),
                JSON.createObjectNode().set("error", body(error, requestId)).toString());
    }

    /** An error as JSON, for where an answer holds several. */
    public static String json(ApiException error, String requestId) {
        return body(error, requestId).toString();
    }

    private static ObjectNode body(ApiException error, String requestId) {
        return JSON.createObjectNode()
                .put("type", error.code().family().wireName())
                .put("code", error.code().wireName())
                .put("message", error.text())
                .put("param", shown(error.param()))
                .put("request_id", requestId);
    }

    /** An unknown field is named by whoever sent it: with whatever characters, and at whatever length. */
    private static @Nullable String shown(@Nullable String param) {
        return param == null ? null : Sanitized.bare(param);
    }

    /** The service's own fault, of which a client learns nothing but how to ask about it. */
    static Response internal(String requestId) {
        return of(
                new ApiException(
                        ErrorCode.INTERNAL,
                        null,
                        "The service could not answer. Try again with the same Idempotency-Key; if it stays so, tell us"
                                + " the request_id."),
                requestId);
    }

    static Response methodNotAllowed(String method, String allowed, String requestId) {
        ApiException error = new ApiException(
                ErrorCode.METHOD_NOT_ALLOWED,
                null,
                "This path does not take " + method + ". It takes " + allowed + ".");
        return new Response(
                HttpStatus.of(error.code()),
                Map.of("Allow", allowed),
                Optional.of(of(error, requestId).body().orElse("")));
    }
}
