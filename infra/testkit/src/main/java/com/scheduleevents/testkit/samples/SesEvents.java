package com.scheduleevents.testkit.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The event records that AWS publishes as examples in the SES developer guide ("Examples of event data that Amazon SES publishes to Amazon
 * SNS"), as they are, and in the envelope in which SNS puts them on a queue.
 */
public final class SesEvents {

    /** The names of the examples. */
    public static final List<String> NAMES = List.of("bounce", "complaint", "delivery", "delivery_delay");

    /** What SES publishes, as mere text, when a topic becomes the destination of a configuration set. */
    public static final String GREETING = "Successfully validated SNS topic for Amazon SES event publishing.";

    private static final ObjectMapper JSON = new ObjectMapper();

    private SesEvents() {}

    /** An example. */
    public static ObjectNode record(String name) {
        try (InputStream file = SesEvents.class.getResourceAsStream("/ses/" + name + ".json")) {
            return (ObjectNode) JSON.readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * An example with the tag that the service gives its e-mails, as a message of a queue.
     *
     * @param change changes what differs
     */
    public static String message(String name, String account, Consumer<ObjectNode> change) {
        ObjectNode record = record(name);
        record.withObject("mail").withObject("tags").putArray("account").add(account);
        change.accept(record);
        return message(record);
    }

    /** A record as a message of a queue. */
    public static String message(JsonNode record) {
        return message(record.toString());
    }

    /** Whatever was published, as a message of a queue: the envelope of the SNS developer guide, without its signature. */
    public static String message(String published) {
        return JSON.createObjectNode()
                .put("Type", "Notification")
                .put("MessageId", "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324")
                .put("TopicArn", "arn:aws:sns:us-west-2:123456789012:MyTopic")
                .put("Message", published)
                .put("Timestamp", "2012-05-02T00:54:06.655Z")
                .put("SignatureVersion", "1")
                .put("Signature", "EXAMPLEw6JRN...")
                .put(
                        "SigningCertURL",
                        "https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem")
                .put(
                        "UnsubscribeURL",
                        "https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-west-2:123456789012:MyTopic:c9135db0-26c4-47ec-8998-413945fb5a96")
                .toString();
    }
}
