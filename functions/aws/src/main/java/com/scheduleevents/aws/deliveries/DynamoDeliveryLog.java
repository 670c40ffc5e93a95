package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
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
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The delivery log, one row per delivery, which contains the attempts. */
public final class DynamoDeliveryLog implements DeliveryLog {

    private static final String REPLACE = DeliveryRow.ATTEMPTS + " = :attempts";
    private static final String APPEND =
            DeliveryRow.ATTEMPTS + " = list_append(if_not_exists(" + DeliveryRow.ATTEMPTS + ", :none), :attempts)";
    private static final String IS_NEXT = "(#cycle = :cycle AND " + DeliveryRow.COUNT + " = :before";
    private static final String IS_NEW = "attribute_not_exists(" + DeliveryRow.WEBHOOK + ")";
    private static final String BEGINS_CYCLE = " OR " + IS_NEW + " OR #cycle < :cycle";

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the Deliveries table */
    public DynamoDeliveryLog(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public Optional<LoggedDelivery> find(WebhookId webhook, EventId event) {
        return table.find(DeliveryRow.key(webhook, event)).map(DeliveryRow::read);
    }

    @Override
    public Map<EventId, LoggedDelivery> find(WebhookId webhook, Set<EventId> events) {
        return table.findAll(
                        events.stream()
                                .map(event -> DeliveryRow.key(webhook, event))
                                .toList(),
                        true)
                .map(DeliveryRow::read)
                .collect(Collectors.toMap(LoggedDelivery::event, Function.identity()));
    }

    @Override
    public Map<WebhookId, LoggedDelivery> ofEvent(EventId event, Set<WebhookId> webhooks) {
        return table.findAll(
                        webhooks.stream()
                                .map(webhook -> DeliveryRow.key(webhook, event))
                                .toList(),
                        true)
                .collect(Collectors.toMap(
                        item -> new Row("Deliveries", item).get(DeliveryRow.WEBHOOK), DeliveryRow::read));
    }

    @Override
    public List<LoggedDelivery> newestFirst(WebhookId webhook, EventRange range, int max) {
        AttributeValue partition = DeliveryRow.WEBHOOK.write(webhook);
        return table.read(table.events(DeliveryRow.WEBHOOK, partition, DeliveryRow.EVENT, range)
                        .scanIndexForward(false)
                        .limit(max))
                .limit(max)
                .map(DeliveryRow::read)
                .toList();
    }

    @Override
    public boolean append(WebhookId webhook, LoggedDelivery made, Instant expiresAt) {
        Map<String, AttributeValue> values = newRowValues(made, expiresAt);
        values.put(":none", AttributeValue.fromL(List.of()));
        values.put(":before", DeliveryRow.COUNT.write(made.made() - 1));
        boolean mayBeLong = made.made() == 1 && made.cycle() > DeliveryMessage.FIRST_CYCLE;
        boolean undoesDismissal = made.status() != DeliveryStatus.SUCCEEDED;
        if (undoesDismissal) {
            values.put(":dismissed", DeliveryRow.STATUS.write(DeliveryStatus.DISMISSED));
        }
        UpdateItemRequest update = update(webhook, made)
                .updateExpression(newRow(APPEND, made))
                .conditionExpression(IS_NEXT
                        + (undoesDismissal ? " AND #status <> :dismissed)" : ")")
                        + (made.made() == 1 ? BEGINS_CYCLE : ""))
                .expressionAttributeValues(values)
                .returnValues(mayBeLong ? ReturnValue.ALL_NEW : ReturnValue.NONE)
                .build();
        try {
            UpdateItemResponse written = dynamoDb.updateItem(update);
            if (mayBeLong) {
                trim(webhook, DeliveryRow.read(written.attributes()));
            }
            return true;
        } catch (ConditionalCheckFailedException e) {
            // The SDK repeats a write whose response was lost; the row then has this attempt already.
            Optional<LoggedDelivery> same = found(e).filter(row -> isLastOf(Optional.of(row), made));
            same.ifPresent(row -> trim(webhook, row));
            return same.isPresent();
        }
    }

    /** Replays begin retry cycles without {@link #replace}. A row that another message has changed meanwhile stays as it is. */
    private void trim(WebhookId webhook, LoggedDelivery read) {
        if (read.isTrimmable()) {
            replace(webhook, read, read.trimmed());
        }
    }

    @Override
    public boolean begin(WebhookId webhook, LoggedDelivery delivery, Instant expiresAt) {
        return write(beginning(webhook, delivery, expiresAt))
                .map(before -> before.equals(Optional.of(delivery)))
                .orElse(true);
    }

    /** The write of {@link #begin}. */
    UpdateItemRequest beginning(WebhookId webhook, LoggedDelivery delivery, Instant expiresAt) {
        return update(webhook, delivery)
                .updateExpression(newRow(REPLACE, delivery))
                .conditionExpression(IS_NEW)
                .expressionAttributeValues(newRowValues(delivery, expiresAt))
                .build();
    }

    @Override
    public boolean replace(WebhookId webhook, LoggedDelivery read, LoggedDelivery now) {
        return write(replacing(webhook, read, now))
                .map(before -> before.equals(Optional.of(now)))
                .orElse(true);
    }

    /** The write of {@link #replace}. */
    UpdateItemRequest replacing(WebhookId webhook, LoggedDelivery read, LoggedDelivery now) {
        Map<String, AttributeValue> values = new HashMap<>(DeliveryRow.values(now));
        if (!now.dropped().equals(Dropped.NONE)) {
            values.put(":dropped", DeliveryRow.DROPPED.write(now.dropped().attempts()));
            values.put(
                    ":dropped_failed",
                    DeliveryRow.DROPPED_FAILED.write(now.dropped().failed()));
        }
        values.put(":cycle_read", DeliveryRow.CYCLE.write(read.cycle()));
        values.put(":made_read", DeliveryRow.COUNT.write(read.made()));
        values.put(":status_read", DeliveryRow.STATUS.write(read.status()));
        return update(webhook, now)
                .updateExpression("SET " + REPLACE + dropped(now) + ", " + DeliveryRow.change(now))
                .conditionExpression(
                        "#cycle = :cycle_read AND " + DeliveryRow.COUNT + " = :made_read AND #status = :status_read")
                .expressionAttributeValues(values)
                .build();
    }

    private static String dropped(LoggedDelivery delivery) {
        return delivery.dropped().equals(Dropped.NONE)
                ? ""
                : ", " + DeliveryRow.DROPPED + " = :dropped, " + DeliveryRow.DROPPED_FAILED + " = :dropped_failed";
    }

    /** An update that also sets the attributes that never change, because the row may not exist yet. */
    private static String newRow(String attempts, LoggedDelivery delivery) {
        return "SET " + attempts + ", " + DeliveryRow.TYPE + " = :type, " + Attribute.EXPIRES_AT + " = :expires, "
                + delivery.clinic()
                        .map(_ -> DeliveryRow.CLINIC + " = :clinic, ")
                        .orElse("")
                + DeliveryRow.change(delivery);
    }

    private static Map<String, AttributeValue> newRowValues(LoggedDelivery delivery, Instant expiresAt) {
        Map<String, AttributeValue> values = new HashMap<>(DeliveryRow.values(delivery));
        values.put(":type", DeliveryRow.TYPE.write(delivery.type()));
        values.put(":expires", Attribute.EXPIRES_AT.write(expiresAt));
        delivery.clinic().ifPresent(clinic -> values.put(":clinic", DeliveryRow.CLINIC.write(clinic)));
        return values;
    }

    private UpdateItemRequest.Builder update(WebhookId webhook, LoggedDelivery delivery) {
        return UpdateItemRequest.builder()
                .tableName(table.name())
                .key(DeliveryRow.key(webhook, delivery.event()))
                .expressionAttributeNames(DeliveryRow.NAMES)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }

    /** Empty when the write succeeded; otherwise the row that did not meet the condition, if there is one. */
    private Optional<Optional<LoggedDelivery>> write(UpdateItemRequest update) {
        try {
            dynamoDb.updateItem(update);
            return Optional.empty();
        } catch (ConditionalCheckFailedException e) {
            return Optional.of(found(e));
        }
    }

    /** The row that did not meet the condition. */
    private static Optional<LoggedDelivery> found(ConditionalCheckFailedException e) {
        return e.hasItem() ? Optional.of(DeliveryRow.read(e.item())) : Optional.empty();
    }

    private static boolean isLastOf(Optional<LoggedDelivery> found, LoggedDelivery made) {
        return found.filter(row -> !row.attempts().isEmpty())
                .map(row -> row.last().token().equals(made.last().token()))
                .orElse(false);
    }
}
