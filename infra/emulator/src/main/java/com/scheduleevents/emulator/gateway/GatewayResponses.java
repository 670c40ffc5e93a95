package com.scheduleevents.emulator.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import com.scheduleevents.cloud.template.RestApi.GatewayResponse;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the gateway's own responses, from the template or with API Gateway's defaults. */
final class GatewayResponses {

    private static final String JSON = "application/json";

    /** A variable of a template; it does not end in punctuation, so that a sentence may end with a variable. */
    private static final Pattern VARIABLE = Pattern.compile("\\$context\\.([A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*+)");

    private static final String FROM_CONTEXT = "context.";
    private static final String FROM_HEADER = "method.request.header.";

    private final Map<String, GatewayResponse> responses;

    /** @throws IllegalArgumentException when a header's mapping expression is not supported */
    GatewayResponses(Map<String, GatewayResponse> responses) {
        this.responses = Map.copyOf(responses);
        responses.forEach((type, response) -> response.headers().forEach((name, expression) -> {
            if (!isLiteral(expression) && !expression.startsWith(FROM_CONTEXT) && !expression.startsWith(FROM_HEADER)) {
                throw new IllegalArgumentException("The gateway response " + type + " maps the header " + name
                        + " from "
                        + expression + ", which is neither 'a literal' nor " + FROM_CONTEXT + "… nor " + FROM_HEADER
                        + "….");
            }
        }));
    }

    /**
     * The response to a request that failed.
     *
     * @param context the values of {@code $context} by name
     */
    ServerResponse of(GatewayError failure, Map<String, String> context, ServerRequest request) {
        Map<String, String> values = new HashMap<>(context);
        values.put("error.message", failure.message());
        values.put("error.messageString", TextNode.valueOf(failure.message()).toString());
        values.put("error.responseType", failure.name());
        Optional<GatewayResponse> response = Optional.ofNullable(responses.get(failure.name()))
                .or(() -> Optional.ofNullable(responses.get(failure.fallback())));
        return response.map(custom -> customized(failure, custom, values, request))
                .orElseGet(() -> standard(failure));
    }

    private static ServerResponse customized(
            GatewayError failure, GatewayResponse response, Map<String, String> values, ServerRequest request) {
        String contentType = contentType(response, request);
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("Content-Type", contentType));
        headers.add(new Header("x-amzn-ErrorType", failure.errorType()));
        response.headers().forEach((name, expression) -> {
            String value = value(expression, values, request);
            if (!value.isEmpty()) {
                headers.removeIf(header -> header.name().equalsIgnoreCase(name));
                headers.add(new Header(name, value));
            }
        });
        String template = response.templates().getOrDefault(contentType, standardBody(failure));
        byte[] body = filled(template, values).getBytes(StandardCharsets.UTF_8);
        return new ServerResponse(response.status().orElse(failure.status()), headers, body);
    }

    private static ServerResponse standard(GatewayError failure) {
        return ServerResponse.of(failure.status(), JSON, standardBody(failure))
                .with(new Header("x-amzn-ErrorType", failure.errorType()));
    }

    private static String standardBody(GatewayError failure) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("message", failure.message())
                .toString();
    }

    /** The media type that the client accepts and that has a template. */
    private static String contentType(GatewayResponse response, ServerRequest request) {
        String accepted =
                request.header("Accept").orElse(JSON).split("[;,]", 2)[0].strip();
        if (response.templates().containsKey(accepted)) {
            return accepted;
        }
        return response.templates().isEmpty() || response.templates().containsKey(JSON)
                ? JSON
                : response.templates().keySet().iterator().next();
    }

    private static String value(String expression, Map<String, String> values, ServerRequest request) {
        if (isLiteral(expression)) {
            return expression.substring(1, expression.length() - 1);
        }
        return expression.startsWith(FROM_HEADER)
                ? request.header(expression.substring(FROM_HEADER.length())).orElse("")
                : values.getOrDefault(expression.substring(FROM_CONTEXT.length()), "");
    }

    private static boolean isLiteral(String expression) {
        return expression.length() >= 2 && expression.startsWith("'") && expression.endsWith("'");
    }

    private static String filled(String template, Map<String, String> values) {
        return VARIABLE.matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "")));
    }
}
