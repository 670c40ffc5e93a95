package com.scheduleevents.cloud.sqs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a queue (Amazon SQS API Reference, "CreateQueue").
 *
 * @param delay for how long nobody receives a message that says nothing else
 * @param visibility for how long nobody else receives a received message
 * @param retention for how long a message is kept, counted from when it was first sent
 * @param receiveWait for how long a receive waits that says nothing else
 * @param largest how many bytes a message may have
 * @param redrive where messages go that were received too often
 */
record QueueSettings(
        Duration delay,
        Duration visibility,
        Duration retention,
        Duration receiveWait,
        int largest,
        Optional<RedrivePolicy> redrive) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MEBIBYTE = 1024 * 1024;
    private static final Set<String> KNOWN = Set.of(
            "DelaySeconds",
            "VisibilityTimeout",
            "MessageRetentionPeriod",
            "ReceiveMessageWaitTimeSeconds",
            "MaximumMessageSize",
            "RedrivePolicy",
            "SqsManagedSseEnabled",
            "KmsMasterKeyId",
            "KmsDataKeyReusePeriodSeconds");

    /**
     * Where messages go that were received too often.
     *
     * @param target the name of the dead-letter queue
     * @param maxReceiveCount how often they are received before
     */
    record RedrivePolicy(String target, int maxReceiveCount) {}

    static QueueSettings of(Map<String, String> attributes) {
        Set<String> unknown = new TreeSet<>(attributes.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw new UnsupportedOperationException("attributes of queues that are not simulated: " + unknown);
        }
        return new QueueSettings(
                seconds(attributes, "DelaySeconds", 0, 0, 900),
                seconds(attributes, "VisibilityTimeout", 30, 0, 43_200),
                seconds(attributes, "MessageRetentionPeriod", 345_600, 60, 1_209_600),
                seconds(attributes, "ReceiveMessageWaitTimeSeconds", 0, 0, 20),
                number(attributes, "MaximumMessageSize", MEBIBYTE, 1024, MEBIBYTE),
                Optional.ofNullable(attributes.get("RedrivePolicy")).map(QueueSettings::redrive));
    }

    private static Duration seconds(Map<String, String> attributes, String name, int usual, int least, int most) {
        return Duration.ofSeconds(number(attributes, name, usual, least, most));
    }

    private static int number(Map<String, String> attributes, String name, int usual, int least, int most) {
        @Nullable String text = attributes.get(name);
        if (text == null) {
            return usual;
        }
        int number = Integer.parseInt(text);
        if (number < least || number > most) {
            throw SqsErrors.invalid("InvalidAttributeValue", "Invalid value for the parameter " + name + ".");
        }
        return number;
    }

    private static RedrivePolicy redrive(String policy) {
        try {
            JsonNode json = JSON.readTree(policy);
            String arn = json.path("deadLetterTargetArn").asText();
            return new RedrivePolicy(
                    SimulatedSqs.name(arn), json.path("maxReceiveCount").asInt());
        } catch (JsonProcessingException e) {
            throw SqsErrors.invalid("InvalidAttributeValue", "Invalid value for the parameter RedrivePolicy.");
        }
    }
}
