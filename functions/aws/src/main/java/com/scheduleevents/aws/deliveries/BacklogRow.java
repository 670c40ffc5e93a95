package com.scheduleevents.aws.deliveries;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;
import static com.scheduleevents.aws.tables.Attributes.expiry;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;

/** How a backlogged delivery looks as a row: the message, as a queue would carry it. */
final class BacklogRow {

    static final String EVENT = "event_id";
    static final Map<String, String> NAMES = Map.of("#cycle", "retry_cycle");

    private static final String WEBHOOK_TERM = "webhook_generation";
    private static final String MESSAGE = "message";

    private BacklogRow() {}

    static AttributeValue partition(WebhookId webhook, long generation) {
        return text(webhook.value() + "#" + generation);
    }

    static Map<String, AttributeValue> key(WebhookId webhook, long generation, EventId event) {
        return Map.of(WEBHOOK_TERM, partition(webhook, generation), EVENT, text(event.value()));
    }

    static Map<String, AttributeValue> key(DeliveryMessage message) {
        return key(message.webhook(), message.generation(), message.payload().id());
    }

    static Map<String, AttributeValue> item(DeliveryMessage message, Instant expiresAt) {
        Map<String, AttributeValue> item = new HashMap<>(key(message));
        item.put(MESSAGE, text(MessageCodec.DELIVERY.write(message)));
        item.put("retry_cycle", number(message.cycle()));
        item.put(EXPIRES_AT, expiry(expiresAt));
        return item;
    }

    static String event(Map<String, AttributeValue> item) {
        return new Row("Backlog", item).text(EVENT);
    }

    /**
     * Reads the message.
     *
     * @throws IllegalArgumentException when there is none, or it is another delivery's
     * @throws IllegalStateException when the row lacks it
     */
    static DeliveryMessage read(Map<String, AttributeValue> item) {
        DeliveryMessage message = MessageCodec.DELIVERY.read(new Row("Backlog", item).text(MESSAGE));
        if (!item.entrySet().containsAll(key(message).entrySet())) {
            throw new IllegalArgumentException("the message is of another delivery than the row's key");
        }
        return message;
    }

    /** All that a row says, as JSON. */
    static String whole(Map<String, AttributeValue> item) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        item.forEach((name, value) -> json.put(name, shown(value)));
        return json.toString();
    }

    private static String shown(AttributeValue value) {
        return Optional.ofNullable(value.s())
                .or(() -> Optional.ofNullable(value.n()))
                .orElseGet(value::toString);
    }

    /** The removal of a row, as long as it is the one that was read. */
    static DeleteItemRequest removal(String table, Map<String, AttributeValue> read) {
        Map<String, AttributeValue> key = new HashMap<>(read);
        key.keySet().retainAll(List.of(WEBHOOK_TERM, EVENT));
        DeleteItemRequest.Builder removal =
                DeleteItemRequest.builder().tableName(table).key(key);
        Optional.ofNullable(read.get(MESSAGE))
                .ifPresentOrElse(
                        message -> removal.conditionExpression("attribute_not_exists(event_id) OR message = :read")
                                .expressionAttributeValues(Map.of(":read", message)),
                        () -> removal.conditionExpression("attribute_not_exists(message)"));
        return removal.build();
    }
}
