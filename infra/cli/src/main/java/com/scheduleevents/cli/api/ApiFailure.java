package com.scheduleevents.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Serial;
import java.util.Optional;
import java.util.stream.Collectors;

/** The API refused a request. Its message is for people, and says what to do. */
public final class ApiFailure extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * @param status the status of the response
     * @param body its JSON; missing when it has none
     */
    ApiFailure(int status, JsonNode body) {
        super(sentence(status, body.path("error")));
        this.status = status;
    }

    /** The status of the response. */
    public int status() {
        return status;
    }

    /** Whether the same request would be refused again. */
    public boolean isFinal() {
        return status < 500 && status != 429;
    }

    private static String sentence(int status, JsonNode error) {
        String message = messages(error);
        if (message.isEmpty()) {
            return "The response has status " + status
                    + " and is not one of this API: check the URL, and the network in between.";
        }
        String request = Optional.of(error.path("request_id").asText())
                .filter(id -> !id.isEmpty())
                .map(id -> ", request " + id)
                .orElse("");
        return message + " (" + error.path("code").asText() + request + ")";
    }

    /** Of all faults of a body, the first of which is the error itself. */
    private static String messages(JsonNode error) {
        return error.path("errors").isEmpty()
                ? error.path("message").asText()
                : error.path("errors")
                        .valueStream()
                        .map(fault -> fault.path("message").asText())
                        .collect(Collectors.joining(" "));
    }
}
