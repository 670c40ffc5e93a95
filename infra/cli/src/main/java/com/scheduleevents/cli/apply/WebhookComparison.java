package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a webhook that is wanted differs in from the one that there is. A field that the file does not name stays as it is. The lists of a webhook have no
 * order, and nothing, null, false and an empty list or object are the same. The values of headers and the client secret of auth cannot be
 * read back, so that the rest is compared; of client certificates, the fingerprints are.
 */
final class WebhookComparison {

    static final String URL = "url";
    static final String DESTINATION = "destination";
    static final String HEADERS = "headers";
    static final String AUTH = "auth";
    static final String CERTIFICATE = "client_certificate";
    private static final String CERTIFICATE_DETAILS = "client_certificate_details";
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\\s]+)-----END CERTIFICATE-----");
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
     * @param after what the file says, without the values of headers, the client secret and the certificate
     */
    record Difference(String field, JsonNode before, JsonNode after) {}

    /**
     * The differences, in the order of the file.
     *
     * @param present as the API shows it
     * @param sendsHeaders whether headers of the same names, the same auth and the same certificate are sent again, which may have other values
     */
    static List<Difference> of(WantedWebhook wanted, JsonNode present, boolean sendsHeaders) {
        List<Difference> differences = new ArrayList<>();
        boolean moves = differs(URL, wanted.fields(), present);
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
        return Set.of(HEADERS, AUTH, CERTIFICATE).contains(field);
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
            case CERTIFICATE -> fingerprint(webhook);
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

    /** The fingerprint that the API shows, or will show. */
    private static JsonNode fingerprint(JsonNode webhook) {
        if (webhook.hasNonNull(CERTIFICATE_DETAILS)) {
            return webhook.at("/" + CERTIFICATE_DETAILS + "/fingerprint");
        }
        JsonNode wanted = webhook.path(CERTIFICATE);
        if (!wanted.isObject()) {
            return NullNode.getInstance();
        }
        // The service says what is wrong with another text.
        Matcher first = PEM.matcher(wanted.path("certificate").asText());
        return JsonNodeFactory.instance.textNode(first.find() ? sha256(first.group(1)) : "not a certificate");
    }

    private static String sha256(String base64) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(Base64.getMimeDecoder().decode(base64)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("The JDK has no SHA-256.", e);
        }
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
