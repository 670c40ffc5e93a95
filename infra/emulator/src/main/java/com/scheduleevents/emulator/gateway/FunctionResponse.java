package com.scheduleevents.emulator.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads a function's response to a proxy event (developer guide, "Output format of a Lambda function for proxy
 * integration").
 */
final class FunctionResponse {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> FIELDS =
            Set.of("statusCode", "headers", "multiValueHeaders", "body", "isBase64Encoded");

    /** Headers that API Gateway renames because it sends its own ("Important notes"). */
    private static final Set<String> REMAPPED = Set.of(
            "authorization",
            "connection",
            "content-length",
            "content-md5",
            "date",
            "host",
            "server",
            "user-agent",
            "www-authenticate");

    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    private FunctionResponse() {}

    /**
     * The HTTP response.
     *
     * @param binary whether the client accepts binary bodies, so that base64 is decoded
     * @throws IOException when it is not JSON
     * @throws IllegalArgumentException when it is not in the documented form
     */
    static ServerResponse read(byte[] bytes, boolean binary) throws IOException {
        JsonNode response = JSON.readTree(bytes);
        require(response.isObject(), "it is not an object");
        for (Map.Entry<String, JsonNode> field : response.properties()) {
            require(FIELDS.contains(field.getKey()), "it has a field " + field.getKey());
        }
        return new ServerResponse(status(response), headers(response), body(response, binary));
    }

    private static int status(JsonNode response) {
        JsonNode status = response.path("statusCode");
        require(status.isInt() || status.isTextual(), "statusCode is missing or no number");
        int code = status.isInt() ? status.asInt() : Integer.parseInt(status.asText());
        require(code >= 200 && code <= 599, "statusCode is outside 200 to 599");
        return code;
    }

    private static List<Header> headers(JsonNode response) {
        JsonNode single = response.path("headers");
        JsonNode multiple = response.path("multiValueHeaders");
        List<Header> headers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> header : objectOrNothing(multiple, "multiValueHeaders")) {
            require(header.getValue().isArray(), "multiValueHeaders." + header.getKey() + " is no list");
            header.getValue().forEach(value -> headers.add(header(header.getKey(), value)));
        }
        for (Map.Entry<String, JsonNode> header : objectOrNothing(single, "headers")) {
            Header one = header(header.getKey(), header.getValue());
            // A pair that is in both counts once.
            if (!headers.contains(one)) {
                headers.add(one);
            }
        }
        if (headers.stream().noneMatch(header -> header.name().equalsIgnoreCase("Content-Type"))) {
            headers.add(new Header("Content-Type", "application/json"));
        }
        return List.copyOf(headers);
    }

    private static Set<Map.Entry<String, JsonNode>> objectOrNothing(JsonNode node, String name) {
        require(node.isObject() || node.isNull() || node.isMissingNode(), name + " is no object");
        return node.properties();
    }

    private static Header header(String name, JsonNode value) {
        require(value.isValueNode() && !value.isNull(), "the header " + name + " has no plain value");
        require(HEADER_NAME.matcher(name).matches(), "a header has the name " + name);
        require(HEADER_VALUE.matcher(value.asText()).matches(), "the header " + name + " cannot be sent");
        boolean remapped = REMAPPED.contains(name.toLowerCase(Locale.ROOT));
        return new Header(remapped ? "x-amzn-Remapped-" + name : name, value.asText());
    }

    private static byte[] body(JsonNode response, boolean binary) {
        JsonNode body = response.path("body");
        require(body.isTextual() || body.isNull() || body.isMissingNode(), "body is no string");
        String text = body.isTextual() ? body.asText() : "";
        return binary && response.path("isBase64Encoded").asBoolean()
                ? Base64.getDecoder().decode(text)
                : text.getBytes(StandardCharsets.UTF_8);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("Malformed Lambda proxy response: " + otherwise + ".");
        }
    }
}
