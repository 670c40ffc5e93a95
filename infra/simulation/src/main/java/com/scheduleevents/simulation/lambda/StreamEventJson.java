package com.scheduleevents.simulation.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.dynamodb.ChangeRecord;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes the event in which a function gets changes (AWS Lambda Developer Guide, "Example DynamoDB Streams record event"). */
final class StreamEventJson {

    private StreamEventJson() {}

    static byte[] of(List<ChangeRecord> records, String streamArn) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        ArrayNode array = event.putArray("Records");
        records.forEach(record -> array.add(record(record, streamArn)));
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    static ObjectNode record(ChangeRecord record, String streamArn) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("eventID", "%032x".formatted(record.sequenceNumber()));
        json.put("eventName", record.kind().name());
        json.put("eventVersion", "1.1");
        json.put("eventSource", "aws:dynamodb");
        json.put("awsRegion", "us-east-1");
        ObjectNode change = json.putObject("dynamodb");
        change.put("ApproximateCreationDateTime", record.created().getEpochSecond());
        change.set("Keys", item(record.keys()));
        record.newImage().ifPresent(image -> change.set("NewImage", item(image)));
        record.oldImage().ifPresent(image -> change.set("OldImage", item(image)));
        change.put("SequenceNumber", record.sequence());
        change.put("SizeBytes", record.size());
        change.put("StreamViewType", record.view().toString());
        if (record.byTimeToLive()) {
            json.putObject("userIdentity").put("type", "Service").put("principalId", "dynamodb.amazonaws.com");
        }
        json.put("eventSourceARN", streamArn);
        return json;
    }

    private static ObjectNode item(Map<String, AttributeValue> item) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(item).forEach((name, value) -> json.set(name, value(value)));
        return json;
    }

    private static ObjectNode value(AttributeValue value) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        switch (value.type()) {
            case S -> json.put("S", value.s());
            case N -> json.put("N", value.n());
            case B -> json.put("B", Base64.getEncoder().encodeToString(value.b().asByteArray()));
            case BOOL -> json.put("BOOL", value.bool());
            case NUL -> json.put("NULL", true);
            case SS -> value.ss().forEach(json.putArray("SS")::add);
            case NS -> value.ns().forEach(json.putArray("NS")::add);
            case BS -> {
                ArrayNode elements = json.putArray("BS");
                value.bs().forEach(bytes -> elements.add(Base64.getEncoder().encodeToString(bytes.asByteArray())));
            }
            case L -> {
                ArrayNode elements = json.putArray("L");
                value.l().forEach(element -> elements.add(value(element)));
            }
            case M -> json.set("M", item(value.m()));
            case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("a value without a type");
        }
        return json;
    }
}
