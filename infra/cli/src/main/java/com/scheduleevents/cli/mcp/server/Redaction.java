package com.scheduleevents.cli.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/**
 * Takes secrets out of results. No tool has one in its response by the contract; this holds even if the API is newer than the contract that
 * the tools were made of, or somebody has put a secret where none belongs.
 */
final class Redaction {

    private static final String REDACTED = "[redacted]";

    private static final Pattern NAME =
            Pattern.compile("(?i)(.*[_-])?(secret|password|token|authorization)|(api[_-]?)?key");

    /** API keys and signing secrets, wherever they are in a text. */
    private static final Pattern VALUE = Pattern.compile("\\b(sk_(live|test)|whsec)_[A-Za-z0-9+/=_-]+");

    /** Receivers often take a key in the query of their URL. */
    private static final Pattern QUERY = Pattern.compile("(https?://[^\\s\"?#]+[?])[^\\s\"]+");

    private Redaction() {}

    /** The same result with another text in the place of each secret. */
    static JsonNode of(JsonNode result) {
        if (result.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            result.forEach(each -> array.add(of(each)));
            return array;
        }
        if (result.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            result.properties().forEach(field -> {
                boolean isSecret = field.getValue().isValueNode()
                        && !field.getValue().isNull()
                        && NAME.matcher(field.getKey()).matches();
                object.set(
                        field.getKey(), isSecret ? JsonNodeFactory.instance.textNode(REDACTED) : of(field.getValue()));
            });
            return object;
        }
        return result.isTextual() ? JsonNodeFactory.instance.textNode(of(result.asText())) : result;
    }

    /** The same text with another one in the place of each secret. */
    static String of(String text) {
        String keyless = VALUE.matcher(text).replaceAll(REDACTED);
        return QUERY.matcher(keyless).replaceAll("$1" + REDACTED);
    }
}
