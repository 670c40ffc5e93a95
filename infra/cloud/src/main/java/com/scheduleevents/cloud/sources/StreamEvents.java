package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/**
 * Makes the event in which a function is given changes of a table (AWS Lambda Developer Guide, "Example DynamoDB
 * Streams record event"). Attributes are in the order of their names: what becomes of an event must not depend on
 * that of a map.
 */
public final class StreamEvents {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String streamArn;
    private final String region;

    /** @param streamArn the ARN of the stream that the changes are from */
    public StreamEvents(String streamArn, String region) {
        this.streamArn = streamArn;
        this.region = region;
    }

    static byte[] event(List<StreamChange> changes) {
        ObjectNode event = JSON.objectNode();
        ArrayNode records = event.putArray("Records");
        changes.forEach(change -> records.add(change.json()));
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A record of the stream, as DynamoDB Streams returns it. */
    public StreamChange change(Record record) {
        ObjectNode json = JSON.objectNode()
                .put("eventID", record.eventID())
                .put("eventName", record.eventNameAsString())
                .put("eventVersion", record.eventVersion())
                .put("eventSource", "aws:dynamodb")
                .put("awsRegion", region);
        StreamRecord image = record.dynamodb();
        ObjectNode dynamodb = json.putObject("dynamodb")
                .put(
                        "ApproximateCreationDateTime",
                        image.approximateCreationDateTime().getEpochSecond());
        dynamodb.set("Keys", item(image.keys()));
        if (image.hasNewImage()) {
            dynamodb.set("NewImage", item(image.newImage()));
        }
        if (image.hasOldImage()) {
            dynamodb.set("OldImage", item(image.oldImage()));
        }
        dynamodb.put("SequenceNumber", image.sequenceNumber())
                .put("SizeBytes", image.sizeBytes())
                .put("StreamViewType", image.streamViewTypeAsString());
        if (record.userIdentity() != null) {
            json.putObject("userIdentity")
                    .put("type", record.userIdentity().type())
                    .put("principalId", record.userIdentity().principalId());
        }
        json.put("eventSourceARN", streamArn);
        return new StreamChange(
                image.sequenceNumber(), image.keys().hashCode(), image.approximateCreationDateTime(), json);
    }

    private static ObjectNode item(Map<String, AttributeValue> item) {
        ObjectNode json = JSON.objectNode();
        new TreeMap<>(item).forEach((name, value) -> json.set(name, attribute(value)));
        return json;
    }

    private static ObjectNode attribute(AttributeValue value) {
        ObjectNode json = JSON.objectNode();
        return switch (value.type()) {
            case S -> json.put("S", value.s());
            case N -> json.put("N", value.n());
            case B -> json.put("B", base64(value.b()));
            case BOOL -> json.put("BOOL", value.bool());
            case NUL -> json.put("NULL", true);
            case M -> json.set("M", item(value.m()));
            case L -> {
                ArrayNode list = json.putArray("L");
                value.l().forEach(entry -> list.add(attribute(entry)));
                yield json;
            }
            case SS -> set(json, "SS", value.ss());
            case NS -> set(json, "NS", value.ns());
            case BS ->
                set(json, "BS", value.bs().stream().map(StreamEvents::base64).toList());
            case UNKNOWN_TO_SDK_VERSION -> throw new IllegalStateException("An attribute of unknown type: " + value);
        };
    }

    private static ObjectNode set(ObjectNode json, String type, List<String> values) {
        ArrayNode list = json.putArray(type);
        values.forEach(list::add);
        return json;
    }

    private static String base64(SdkBytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.asByteArray());
    }
}
