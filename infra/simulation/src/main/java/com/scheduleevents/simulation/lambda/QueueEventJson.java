package com.scheduleevents.simulation.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Makes the event in which a function gets messages (AWS Lambda Developer Guide, "Example Amazon SQS event"). */
final class QueueEventJson {

    private QueueEventJson() {}

    static byte[] of(List<Message> messages, String queueArn) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        ArrayNode records = event.putArray("Records");
        messages.forEach(message -> write(records.addObject(), message, queueArn));
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(ObjectNode json, Message message, String queueArn) {
        json.put("messageId", message.messageId());
        json.put("receiptHandle", message.receiptHandle());
        json.put("body", message.body());
        ObjectNode attributes = json.putObject("attributes");
        new TreeMap<>(message.attributesAsStrings()).forEach(attributes::put);
        ObjectNode messageAttributes = json.putObject("messageAttributes");
        new TreeMap<>(message.messageAttributes())
                .forEach((name, value) -> write(messageAttributes.putObject(name), value));
        json.put("md5OfBody", message.md5OfBody());
        json.put("eventSource", "aws:sqs");
        json.put("eventSourceARN", queueArn);
        json.put("awsRegion", "us-east-1");
    }

    private static void write(ObjectNode json, MessageAttributeValue value) {
        if (value.stringValue() != null) {
            json.put("stringValue", value.stringValue());
        }
        if (value.binaryValue() != null) {
            json.put(
                    "binaryValue",
                    Base64.getEncoder().encodeToString(value.binaryValue().asByteArray()));
        }
        json.putArray("stringListValues");
        json.putArray("binaryListValues");
        json.put("dataType", value.dataType());
    }
}
