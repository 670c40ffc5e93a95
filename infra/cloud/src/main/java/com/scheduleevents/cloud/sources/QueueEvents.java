package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Makes the event in which a function is given messages (AWS Lambda Developer Guide, "Example Amazon SQS message
 * event").
 */
final class QueueEvents {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String queueArn;
    private final String region;

    QueueEvents(String queueArn, String region) {
        this.queueArn = queueArn;
        this.region = region;
    }

    byte[] event(List<Message> messages) {
        ObjectNode event = JSON.objectNode();
        var records = event.putArray("Records");
        messages.forEach(message -> records.add(record(message)));
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private ObjectNode record(Message message) {
        ObjectNode record = JSON.objectNode()
                .put("messageId", message.messageId())
                .put("receiptHandle", message.receiptHandle())
                .put("body", message.body());
        ObjectNode attributes = record.putObject("attributes");
        new TreeMap<>(message.attributesAsStrings()).forEach(attributes::put);
        ObjectNode own = record.putObject("messageAttributes");
        new TreeMap<>(message.messageAttributes()).forEach((name, value) -> own.set(name, attribute(value)));
        return record.put("md5OfBody", message.md5OfBody())
                .put("eventSource", "aws:sqs")
                .put("eventSourceARN", queueArn)
                .put("awsRegion", region);
    }

    private static ObjectNode attribute(MessageAttributeValue value) {
        ObjectNode attribute = JSON.objectNode();
        if (value.stringValue() != null) {
            attribute.put("stringValue", value.stringValue());
        }
        if (value.binaryValue() != null) {
            attribute.put(
                    "binaryValue",
                    Base64.getEncoder().encodeToString(value.binaryValue().asByteArray()));
        }
        attribute.putArray("stringListValues");
        attribute.putArray("binaryListValues");
        return attribute.put("dataType", value.dataType());
    }
}
