package com.scheduleevents.aws.deliveries;

import static com.scheduleevents.aws.tables.Attributes.expiry;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The delivery log: one row a delivery, its attempts inside. */
public final class DynamoDeliveryLog implements DeliveryLog, LoggedDeliveries {

    private static final String APPEND = "SET attempts = list_append(if_not_exists(attempts, :none), :attempts),"
            + " event_type = :type, expires_at = :expires, ";
    private static final String IS_NEXT = "(#cycle = :cycle AND attempt_count = :before";
    private static final String BEGINS_CYCLE = " OR attribute_not_exists(webhook_id) OR #cycle < :cycle";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the Deliveries table's name
     */
    public DynamoDeliveryLog(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Optional<LoggedDelivery> find(WebhookId webhook, EventId event) {
        var answer = dynamoDb.getItem(
                get -> get.tableName(table).key(DeliveryRow.key(webhook, event)).consistentRead(true));
        return answer.hasItem() ? Optional.of(DeliveryRow.read(answer.item())) : Optional.empty();
    }

    @Override
    public Map<EventId, LoggedDelivery> find(WebhookId webhook, Set<EventId> events) {
        if (events.isEmpty()) {
            return Map.of();
        }
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(events.stream()
                        .map(event -> DeliveryRow.key(webhook, event))
                        .toList())
                .consistentRead(true)
                .build();
        // The paginator asks again for what DynamoDB left out.
        return dynamoDb.batchGetItemPaginator(get -> get.requestItems(Map.of(table, wanted))).stream()
                .flatMap(part -> part.responses().getOrDefault(table, List.of()).stream())
                .map(DeliveryRow::read)
                .collect(Collectors.toMap(LoggedDelivery::event, Function.identity()));
    }

    @Override
    public List<LoggedDelivery> newestFirst(WebhookId webhook, EventRange range, int max) {
        return dynamoDb
                .queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("webhook_id = :webhook AND event_id BETWEEN :oldest AND :newest")
                        .expressionAttributeValues(Map.of(
                                ":webhook", text(webhook.value()),
                                ":oldest", text(range.oldest().value()),
                                ":newest", text(range.newest().value())))
                        .scanIndexForward(false)
                        .consistentRead(true)
                        .limit(max))
                .items()
                .stream()
                .limit(max)
                .map(DeliveryRow::read)
                .toList();
    }

    @Override
    public boolean append(WebhookId webhook, LoggedDelivery made, Instant expiresAt) {
        Map<String, AttributeValue> values = new HashMap<>(DeliveryRow.values(made));
        values.put(":none", AttributeValue.fromL(List.of()));
        values.put(":before", number(made.made() - 1));
        values.put(":type", text(made.type()));
        values.put(":expires", expiry(expiresAt));
        made.clinic().ifPresent(clinic -> values.put(":clinic", text(clinic.value())));
        boolean undoesDismissal = made.status() != DeliveryStatus.SUCCEEDED;
        if (undoesDismissal) {
            values.put(":dismissed", text(DeliveryStatus.DISMISSED.wireName()));
        }
        UpdateItemRequest update = update(webhook, made)
                .updateExpression(
                        APPEND + made.clinic().map(_ -> "clinic_id = :clinic, ").orElse("") + DeliveryRow.change(made))
                .conditionExpression(IS_NEXT
                        + (undoesDismissal ? " AND #status <> :dismissed)" : ")")
                        + (made.made() == 1 ? BEGINS_CYCLE : ""))
                .expressionAttributeValues(values)
                .build();
        // The SDK repeats a write whose answer was lost; then the row that is in the way is one's own.
        return write(update).map(before -> isLastOf(before, made)).orElse(true);
    }

    @Override
    public boolean begin(WebhookId webhook, LoggedDelivery delivery, Instant expiresAt) {
        Map<String, AttributeValue> values = new HashMap<>(DeliveryRow.values(delivery));
        values.put(":type", text(delivery.type()));
        values.put(":expires", expiry(expiresAt));
        delivery.clinic().ifPresent(clinic -> values.put(":clinic", text(clinic.value())));
        UpdateItemRequest update = update(webhook, delivery)
                .updateExpression("SET attempts = :attempts, event_type = :type, expires_at = :expires, "
                        + delivery.clinic().map(_ -> "clinic_id = :clinic, ").orElse("")
                        + DeliveryRow.change(delivery))
                .conditionExpression("attribute_not_exists(webhook_id)")
                .expressionAttributeValues(values)
                .build();
        return write(update).map(before -> before.equals(Optional.of(delivery))).orElse(true);
    }

    @Override
    public boolean replace(WebhookId webhook, LoggedDelivery read, LoggedDelivery now) {
        Map<String, AttributeValue> values = new HashMap<>(DeliveryRow.values(now));
        values.put(":cycle_read", number(read.cycle()));
        values.put(":made_read", number(read.made()));
        values.put(":status_read", text(read.status().wireName()));
        UpdateItemRequest update = update(webhook, now)
                .updateExpression("SET attempts = :attempts, " + DeliveryRow.change(now))
                .conditionExpression("#cycle = :cycle_read AND attempt_count = :made_read AND #status = :status_read")
                .expressionAttributeValues(values)
                .build();
        return write(update).map(before -> before.equals(Optional.of(now))).orElse(true);
    }

    private UpdateItemRequest.Builder update(WebhookId webhook, LoggedDelivery delivery) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(DeliveryRow.key(webhook, delivery.event()))
                .expressionAttributeNames(DeliveryRow.NAMES)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }

    /** Empty when it is written; else what is there instead, if there is anything. */
    private Optional<Optional<LoggedDelivery>> write(UpdateItemRequest update) {
        try {
            dynamoDb.updateItem(update);
            return Optional.empty();
        } catch (ConditionalCheckFailedException e) {
            return Optional.of(e.hasItem() ? Optional.of(DeliveryRow.read(e.item())) : Optional.empty());
        }
    }

    private static boolean isLastOf(Optional<LoggedDelivery> found, LoggedDelivery made) {
        return found.filter(row -> !row.attempts().isEmpty())
                .map(row -> row.last().token().equals(made.last().token()))
                .orElse(false);
    }
}
