package com.scheduleevents.aws.streams;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A record of a table's stream. It is parsed as late as possible, so that a malformed record fails alone and not together with its whole
 * batch.
 */
public final class StreamRecord {

    private final JsonNode json;

    /** @param json the record as Lambda passes it to a function */
    public StreamRecord(JsonNode json) {
        this.json = json;
    }

    /** The position of the record in its shard. */
    public String sequenceNumber() {
        return json.path("dynamodb").path("SequenceNumber").asText();
    }

    /** The key of the changed row; empty when the record has none. */
    public Optional<Map<String, AttributeValue>> keys() {
        return image("Keys");
    }

    /** The row after the change; empty when it was deleted. */
    public Optional<Map<String, AttributeValue>> newImage() {
        return image("NewImage");
    }

    /** Whether the row has an attribute after the change. */
    public boolean newImageHas(String attribute) {
        return json.path("dynamodb").path("NewImage").has(attribute);
    }

    /** The row before the change; empty when it did not exist. */
    public Optional<Map<String, AttributeValue>> oldImage() {
        return image("OldImage");
    }

    /** The whole record as JSON. */
    public String whole() {
        return json.toString();
    }

    private Optional<Map<String, AttributeValue>> image(String name) {
        JsonNode image = json.path("dynamodb").path(name);
        return image.isObject() ? Optional.of(attributes(image)) : Optional.empty();
    }

    private static Map<String, AttributeValue> attributes(JsonNode object) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        object.propertyStream().forEach(entry -> attributes.put(entry.getKey(), attribute(entry.getValue())));
        return attributes;
    }

    private static AttributeValue attribute(JsonNode typed) {
        Map.Entry<String, JsonNode> only = typed.propertyStream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("an attribute of a stream record has no value"));
        JsonNode value = only.getValue();
        return switch (only.getKey()) {
            case "S" -> AttributeValue.fromS(value.asText());
            case "N" -> AttributeValue.fromN(value.asText());
            case "BOOL" -> AttributeValue.fromBool(value.asBoolean());
            case "NULL" -> AttributeValue.fromNul(true);
            case "B" ->
                AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(value.asText())));
            case "SS" -> AttributeValue.fromSs(texts(value));
            case "NS" -> AttributeValue.fromNs(texts(value));
            case "L" -> AttributeValue.fromL(elements(value));
            case "M" -> AttributeValue.fromM(attributes(value));
            default -> throw new IllegalArgumentException("a stream record has an attribute of unknown type");
        };
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static List<AttributeValue> elements(JsonNode array) {
        List<AttributeValue> elements = new ArrayList<>();
        array.forEach(element -> elements.add(attribute(element)));
        return elements;
    }
}
