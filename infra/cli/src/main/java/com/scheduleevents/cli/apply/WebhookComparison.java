package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a webhook that is wanted differs in from the one that there is. A field that the file does not name stays as it is. The lists of a webhook have no
 * order, and nothing, null, false and an empty list or object are the same. The values of headers and the client secret of auth cannot be
 * read back, so that the rest is compared.
 */
final class WebhookComparison {

    static final String HEADERS = "headers";
    static final String AUTH = "auth";
    private static final String CLIENT_SECRET = "client_secret";
    private static final String AUTH_METHOD = "token_endpoint_auth_method";
    private static final String HEADER_NAMES = "header_names";
    private static final String CLINICS = "clinic_ids";
    private static final String TYPES = "types";
    private static final String ALL = "*";

    private WebhookComparison() {}

    /**
     * A field that is to be changed.
     *
     * @param before what the API shows of it
     * @param after what the file says, without the values of headers and the client secret
     */
    record Difference(String field, JsonNode before, JsonNode after) {}

    /**
     * The differences, in the order of the file.
     *
     * @param present as the API shows it
     * @param sendsHeaders whether headers of the same names, and the same auth, are sent again, which may have other values
     */
    static List<Difference> of(WantedWebhook wanted, JsonNode present, boolean sendsHeaders) {
        List<Difference> differences = new ArrayList<>();
        boolean moves = differs("url", wanted.fields(), present);
        wanted.fields().properties().forEach(field -> {
            String name = field.getKey();
            boolean again = isSecret(name) && !field.getValue().isEmpty() && (sendsHeaders || moves);
            if (again || differs(name, wanted.fields(), present)) {
                differences.add(new Difference(name, shown(name, present), shown(name, wanted.fields())));
            }
        });
        return differences;
    }

    /** Whether the API does not show all of a field. */
    static boolean isSecret(String field) {
        return field.equals(HEADERS) || field.equals(AUTH);
    }

    /** The fields of a webhook as they may be shown to anybody. */
    static ObjectNode shown(WantedWebhook wanted) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        wanted.fields().fieldNames().forEachRemaining(name -> shown.set(name, shown(name, wanted.fields())));
        return shown;
    }

    private static boolean differs(String field, JsonNode wanted, JsonNode present) {
        return wanted.has(field) && !normal(shown(field, wanted)).equals(normal(shown(field, present)));
    }

    /** A field of the file or of the API, in the form in which both are compared. */
    private static JsonNode shown(String field, JsonNode webhook) {
        return switch (field) {
            case HEADERS -> headerNames(webhook);
            case AUTH -> auth(webhook.path(AUTH));
            case CLINICS -> clinics(webhook);
            case TYPES -> types(webhook.path(TYPES));
            case "mode" -> orElse("push", webhook.path(field));
            case "payload" -> orElse("full", webhook.path(field));
            default -> isNothing(webhook.path(field)) ? NullNode.getInstance() : webhook.path(field);
        };
    }

    /** The API shows the default of a field that is absent or null. */
    private static JsonNode orElse(String byDefault, JsonNode value) {
        return value.isTextual() ? value : JsonNodeFactory.instance.textNode(byDefault);
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || (value.isTextual() && value.textValue().isEmpty());
    }

    private static JsonNode headerNames(JsonNode webhook) {
        Stream<String> names = webhook.has(HEADER_NAMES)
                ? webhook.path(HEADER_NAMES).valueStream().map(JsonNode::asText)
                : webhook.path(HEADERS).propertyStream().map(Map.Entry::getKey);
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        names.map(name -> name.toLowerCase(Locale.ROOT)).sorted().forEach(array::add);
        return array;
    }

    private static JsonNode auth(JsonNode auth) {
        if (!(auth instanceof ObjectNode object)) {
            return NullNode.getInstance();
        }
        ObjectNode shown = object.deepCopy().without(CLIENT_SECRET);
        shown.set(AUTH_METHOD, orElse("client_secret_basic", object.path(AUTH_METHOD)));
        return shown;
    }

    /** The API shows a single clinic in another field. */
    private static JsonNode clinics(JsonNode webhook) {
        return webhook.hasNonNull("clinic_id")
                ? JsonNodeFactory.instance.arrayNode().add(webhook.path("clinic_id"))
                : webhook.has(CLINICS) ? webhook.path(CLINICS) : NullNode.getInstance();
    }

    /** Beside all types, others are not shown. */
    private static JsonNode types(JsonNode types) {
        return types.valueStream().anyMatch(type -> type.asText().equals(ALL))
                ? JsonNodeFactory.instance.arrayNode().add(ALL)
                : types;
    }

    private static JsonNode normal(JsonNode value) {
        if (value.isArray()) {
            ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
            value.valueStream()
                    .map(WebhookComparison::normal)
                    .sorted(Comparator.comparing(JsonNode::toString))
                    .forEach(sorted::add);
            return sorted.isEmpty() ? NullNode.getInstance() : sorted;
        }
        if (value.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            value.propertyStream().sorted(Map.Entry.comparingByKey()).forEach(member -> {
                JsonNode part = normal(member.getValue());
                if (!part.isNull()) {
                    object.set(member.getKey(), part);
                }
            });
            return object.isEmpty() ? NullNode.getInstance() : object;
        }
        boolean isNothing = value.isMissingNode() || (value.isBoolean() && !value.booleanValue());
        return isNothing ? NullNode.getInstance() : value;
    }
}
