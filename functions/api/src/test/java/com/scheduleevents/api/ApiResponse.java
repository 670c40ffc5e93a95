package com.scheduleevents.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Set;

/** A response of a function, with assertions. */
public final class ApiResponse {

    /** The errors of bodies, which list all their faults. */
    private static final Set<String> BODY_CODES =
            Set.of("invalid_body", "missing_field", "unknown_field", "invalid_field");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final APIGatewayProxyResponseEvent event;

    /** Wraps a response. */
    public ApiResponse(APIGatewayProxyResponseEvent event) {
        this(event, "no-store");
    }

    private ApiResponse(APIGatewayProxyResponseEvent event, String caching) {
        this.event = event;
        assertThat(event.getHeaders()).containsEntry("Request-Id", "req-1").containsEntry("Cache-Control", caching);
    }

    /** Wraps a response that may be kept. */
    public static ApiResponse kept(APIGatewayProxyResponseEvent event, String caching) {
        return new ApiResponse(event, caching);
    }

    /** The status. */
    public int status() {
        return event.getStatusCode();
    }

    /** The body as it is. */
    public String text() {
        return event.getBody();
    }

    /** A header; empty when it is not there. */
    public String header(String name) {
        return event.getHeaders().getOrDefault(name, "");
    }

    /** The body. */
    public JsonNode json() {
        assertThat(header("Content-Type")).isEqualTo("application/json");
        try {
            return JSON.readTree(text());
        } catch (JsonProcessingException e) {
            throw new AssertionError("the response is no JSON: " + text(), e);
        }
    }

    /** Checks an error, including what all errors have in common. */
    public JsonNode assertError(int status, String code, String param) {
        assertThat(status()).as(text()).isEqualTo(status);
        JsonNode error = json().get("error");
        assertThat(error.properties().stream().map(java.util.Map.Entry::getKey).filter(name -> !name.equals("errors")))
                .containsExactly("type", "code", "message", "param", "request_id");
        assertThat(error.has("errors")).as(text()).isEqualTo(BODY_CODES.contains(code));
        if (error.has("errors")) {
            JsonNode first = error.get("errors").get(0);
            assertThat(List.of(first.get("code"), first.get("message"), first.get("param")))
                    .containsExactly(error.get("code"), error.get("message"), error.get("param"));
        }
        assertThat(error.get("code").asText()).as(text()).isEqualTo(code);
        assertThat(error.get("param").isNull() ? "-" : error.get("param").asText())
                .as(text())
                .isEqualTo(param);
        assertThat(error.get("request_id").asText()).isEqualTo("req-1");
        assertThat(error.get("message").asText()).endsWith(".").hasSizeLessThan(500);
        return error;
    }
}
