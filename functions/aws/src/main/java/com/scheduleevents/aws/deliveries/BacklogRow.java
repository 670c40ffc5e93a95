package com.scheduleevents.aws.deliveries;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
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

/** The rows of the Backlog table: each contains the message of a delivery, as a queue would. */
public final class BacklogRow {

    static final Attribute<String> WEBHOOK_GENERATION = Attribute.text("webhook_generation");
    static final Attribute<EventId> EVENT = Attribute.text("event_id").as(EventId::new, EventId::value);
    static final Attribute<Integer> CYCLE = Attribute.integer("retry_cycle");

    /** When a drain put the delivery on the queue, from where it came back; absent if it was never drained. */
    static final Attribute<Instant> DRAINED_AT = Attribute.millis("drained_at");

    /** How often a consumer pulled the delivery, when it last did, and from when it can be pulled again; absent before the first time. */
    static final Attribute<Integer> PULLS = Attribute.integer("pulls");

    static final Attribute<Instant> PULLED_AT = Attribute.millis("pulled_at");
    static final Attribute<Instant> VISIBLE_AT = Attribute.millis("visible_at");

    /** Which write took the delivery last: two consumers may pull in the same millisecond. */
    static final Attribute<String> PULL_TOKEN = Attribute.text("pull_token");

    static final Map<String, String> NAMES = Map.of("#cycle", CYCLE.name());

    /** The whole message, in which the event is. */
    public static final Attribute<String> MESSAGE = Attribute.text("message");

    private BacklogRow() {}

    static AttributeValue partition(WebhookId webhook, long generation) {
        return WEBHOOK_GENERATION.write(webhook.value() + "#" + generation);
    }

    static Map<String, AttributeValue> key(WebhookId webhook, long generation, EventId event) {
        return Map.of(WEBHOOK_GENERATION.name(), partition(webhook, generation), EVENT.name(), EVENT.write(event));
    }

    /** The key of the row of a delivery. */
    public static Map<String, AttributeValue> key(DeliveryMessage message) {
        return key(message.webhook(), message.generation(), message.payload().id());
    }

    static Map<String, AttributeValue> item(DeliveryMessage message, Instant expiresAt) {
        Map<String, AttributeValue> item = new HashMap<>(key(message));
        item.putAll(new Item()
                .with(MESSAGE, MessageCodec.DELIVERY.write(message))
                .with(CYCLE, message.cycle())
                .with(DRAINED_AT, message.drainedAt())
                .with(Attribute.EXPIRES_AT, expiresAt)
                .toMap());
        return item;
    }

    /** The event in the key, which is a string even if it is not an event id. */
    static String event(Map<String, AttributeValue> item) {
        return new Row("Backlog", item).text(EVENT.name());
    }

    /**
     * Reads the message.
     *
     * @throws IllegalArgumentException when it is malformed, or belongs to another delivery
     * @throws IllegalStateException when it is missing
     */
    public static DeliveryMessage read(Map<String, AttributeValue> item) {
        DeliveryMessage message = MessageCodec.DELIVERY.read(new Row("Backlog", item).get(MESSAGE));
        if (!item.entrySet().containsAll(key(message).entrySet())) {
            throw new IllegalArgumentException("the message belongs to another delivery than the row's key");
        }
        return message;
    }

    /** The whole row as JSON. */
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

    /** Deletes a row, on condition that its message is the one that was read. */
    static DeleteItemRequest removal(String table, Map<String, AttributeValue> read) {
        Map<String, AttributeValue> key = new HashMap<>(read);
        key.keySet().retainAll(List.of(WEBHOOK_GENERATION.name(), EVENT.name()));
        DeleteItemRequest.Builder removal =
                DeleteItemRequest.builder().tableName(table).key(key);
        Optional.ofNullable(read.get(MESSAGE.name()))
                .ifPresentOrElse(
                        message -> removal.conditionExpression(
                                        "attribute_not_exists(" + EVENT + ") OR " + MESSAGE + " = :read")
                                .expressionAttributeValues(Map.of(":read", message)),
                        () -> removal.conditionExpression("attribute_not_exists(" + MESSAGE + ")"));
        return removal.build();
    }
}
