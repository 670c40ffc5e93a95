package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The one place where error answers are made; the gateway's own, in template.yaml, look the same. */
final class Errors {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Errors() {}

    static Response of(ApiException error, String requestId) {
        ObjectNode answer = JSON.createObjectNode();
        answer.putObject("error")
                .put("type", error.code().family().wireName())
                .put("code", error.code().wireName())
                .put("message", error.text())
                .put("param", error.param())
                .put("request_id", requestId);
        return Response.json(error.code().status(), answer.toString());
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

    static Response methodNotAllowed(String method, Collection<String> allowed, String requestId) {
        String choice = String.join(", ", allowed);
        ApiException error = new ApiException(
                ErrorCode.METHOD_NOT_ALLOWED, null, "This path does not take " + method + ". It takes " + choice + ".");
        return new Response(
                error.code().status(),
                Map.of("Allow", choice),
                Optional.of(of(error, requestId).body().orElse("")));
    }
}
