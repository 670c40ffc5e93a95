package com.scheduleevents.aws.erasure;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.deliveries.BacklogRow;
import com.scheduleevents.aws.deliveries.DeliveryRow;
import com.scheduleevents.aws.deliveries.ResponseRow;
import com.scheduleevents.aws.events.DynamoAppointmentOrder;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.events.EventRow;
import com.scheduleevents.aws.replays.ReplayRow;
import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * What the tables hold of an account, as far as an erasure has to know it, and its deletion. Rows are read as the streams are consumed. Those
 * that cannot be found by a key are found by a scan of their table, which costs less than an index of all rows.
 */
public final class ErasableRows {

    /** How many rows are deleted at once. */
    private static final int CONCURRENCY = 20;

    /** How many rows DynamoDB reads in one call. */
    private static final int MAX_KEYS = 100;

    private final DynamoDbClient dynamoDb;
    private final Tables tables;

    /** The names of the tables. */
    public record Tables(
            String events, String deliveries, String responses, String backlog, String idempotency, String replays) {}

    /** @param tables where they are */
    public ErasableRows(DynamoDbClient dynamoDb, Tables tables) {
        this.dynamoDb = dynamoDb;
        this.tables = tables;
    }

    /**
     * A row that belongs to an event.
     *
     * @param clinic the clinic of the event; empty when there is none, or the row does not say it
     */
    public record ErasableRow(Place place, EventId event, Optional<ClinicId> clinic) {}

    /** Where a row is. */
    public record Place(String table, Map<String, AttributeValue> key) {}

    /**
     * An idempotency key, or the announced ids of an appointment.
     *
     * @param events the ids that it names; none when it is the key of a request about webhooks
     * @param ofAppointment whether they are the announced ids of an appointment
     */
    public record KeyRow(Place place, Set<EventId> events, boolean ofAppointment) {

        public KeyRow {
            events = Set.copyOf(events);
        }
    }

    /** The account's events, and the ids that will never be one, oldest first; strongly consistent. */
    public Stream<ErasableRow> events(AccountId account) {
        Table events = new Table(dynamoDb, tables.events());
        return events.read(events.partition(EventRow.ACCOUNT, EventRow.ACCOUNT.write(account))
                        .projectionExpression(EventRow.ID + ", " + EventRow.CLINIC))
                .map(item -> new Row("Events", item))
                .map(row -> new ErasableRow(
                        event(account, row.get(EventRow.ID)), row.get(EventRow.ID), row.find(EventRow.CLINIC)));
    }

    /** The place of an event. */
    public Place event(AccountId account, EventId id) {
        return new Place(
                tables.events(),
                new Item().with(EventRow.ACCOUNT, account).with(EventRow.ID, id).toMap());
    }

    /** The deliveries of a webhook that are in the log, oldest event first. */
    public Stream<ErasableRow> deliveries(WebhookId webhook) {
        Table deliveries = new Table(dynamoDb, tables.deliveries());
        return deliveries
                .read(deliveries
                        .partition(DeliveryRow.WEBHOOK, DeliveryRow.WEBHOOK.write(webhook))
                        .projectionExpression(DeliveryRow.EVENT + ", " + DeliveryRow.CLINIC))
                .map(item -> new Row("Deliveries", item))
                .map(row -> new ErasableRow(
                        delivery(webhook, row.get(DeliveryRow.EVENT)),
                        row.get(DeliveryRow.EVENT),
                        row.find(DeliveryRow.CLINIC)));
    }

    /** The place of a delivery in the log. */
    public Place delivery(WebhookId webhook, EventId event) {
        return new Place(
                tables.deliveries(),
                new Item()
                        .with(DeliveryRow.WEBHOOK, webhook)
                        .with(DeliveryRow.EVENT, event)
                        .toMap());
    }

    /** The captured responses of a webhook. */
    public Stream<ErasableRow> responses(WebhookId webhook) {
        Table responses = new Table(dynamoDb, tables.responses());
        return responses
                .read(responses
                        .partition(ResponseRow.WEBHOOK, ResponseRow.WEBHOOK.write(webhook))
                        .projectionExpression(ResponseRow.ATTEMPT.name()))
                .map(item -> new Row("Responses", item).get(ResponseRow.ATTEMPT))
                .map(attempt -> new ErasableRow(response(webhook, attempt), attempt.event(), Optional.empty()));
    }

    private Place response(WebhookId webhook, AttemptId attempt) {
        return new Place(
                tables.responses(),
                new Item()
                        .with(ResponseRow.WEBHOOK, webhook)
                        .with(ResponseRow.ATTEMPT, attempt)
                        .toMap());
    }

    /**
     * The account's deliveries in all backlogs, those of deleted webhooks and earlier generations included.
     *
     * @throws UnreadableRow when a row of the account cannot be read
     */
    public Stream<ErasableRow> waiting(AccountId account) {
        return scan(
                        tables.backlog(),
                        "contains(#message, :account)",
                        Map.of("#message", BacklogRow.MESSAGE.name()),
                        Map.of(":account", text(account.value())))
                .map(item -> Row.read("Backlog", item, _ -> BacklogRow.read(item)))
                .filter(message -> message.account().equals(account))
                .map(this::waiting);
    }

    private ErasableRow waiting(DeliveryMessage message) {
        return new ErasableRow(
                new Place(tables.backlog(), BacklogRow.key(message)),
                message.payload().id(),
                message.payload().clinic());
    }

    /** All idempotency keys of the account, and the announced ids of its appointments. */
    public Stream<KeyRow> keys(AccountId account) {
        return scan(
                        tables.idempotency(),
                        "begins_with(#key, :events) OR begins_with(#key, :requests) OR begins_with(#key, :order)",
                        Map.of("#key", DynamoIdempotency.KEY.name()),
                        Map.of(
                                ":events", text(DynamoIdempotency.prefix(account)),
                                ":requests", text(DynamoRequestKeys.prefix(account)),
                                ":order", text(DynamoAppointmentOrder.prefix(account))))
                .map(item -> Row.read("Idempotency", item, this::key));
    }

    private KeyRow key(Row row) {
        Place place = new Place(
                tables.idempotency(),
                new Item()
                        .with(DynamoIdempotency.KEY, row.get(DynamoIdempotency.KEY))
                        .toMap());
        return row.find(DynamoAppointmentOrder.IDS)
                .map(ids -> new KeyRow(place, ids, true))
                .orElseGet(() -> new KeyRow(
                        place,
                        Set.copyOf(row.find(DynamoIdempotency.EVENT).stream().toList()),
                        false));
    }

    /**
     * Deletes a row that names erased events. Another clinic may have an appointment of the same id: the ids of its events stay.
     *
     * @param erased ids of events that are being erased
     */
    public void delete(AccountId account, KeyRow row, Set<EventId> erased) {
        if (!row.ofAppointment()) {
            delete(row.place());
            return;
        }
        Set<EventId> others = new HashSet<>(row.events());
        others.removeAll(erased);
        if (isAnyRecorded(account, others) || !write(deletion(row))) {
            Set<EventId> own = new HashSet<>(row.events());
            own.retainAll(erased);
            write(removal(row, own));
        }
    }

    /** An id that is announced meanwhile is not lost. */
    private Consumer<DynamoDbClient> deletion(KeyRow row) {
        return client ->
                client.deleteItem(delete -> delete.tableName(row.place().table())
                        .key(row.place().key())
                        .conditionExpression("attribute_not_exists(" + DynamoIdempotency.KEY + ") OR "
                                + DynamoAppointmentOrder.IDS + " = :read")
                        .expressionAttributeValues(Map.of(":read", DynamoAppointmentOrder.IDS.write(row.events()))));
    }

    private Consumer<DynamoDbClient> removal(KeyRow row, Set<EventId> ids) {
        return client ->
                client.updateItem(update -> update.tableName(row.place().table())
                        .key(row.place().key())
                        .conditionExpression("attribute_exists(" + DynamoIdempotency.KEY + ")")
                        .updateExpression("DELETE " + DynamoAppointmentOrder.IDS + " :ids")
                        .expressionAttributeValues(Map.of(":ids", DynamoAppointmentOrder.IDS.write(ids))));
    }

    /** Returns whether the condition of a write was met. */
    private boolean write(Consumer<DynamoDbClient> write) {
        try {
            write.accept(dynamoDb);
            return true;
        } catch (ConditionalCheckFailedException notMet) {
            return false;
        }
    }

    private boolean isAnyRecorded(AccountId account, Set<EventId> ids) {
        Table events = new Table(dynamoDb, tables.events());
        return ids.stream()
                .map(id -> event(account, id).key())
                .gather(Gatherers.windowFixed(MAX_KEYS))
                .anyMatch(some -> events.findAll(some, true).anyMatch(item -> !EventRow.isVoid(item)));
    }

    /** The replays of a webhook. */
    public Stream<Place> replays(WebhookId webhook) {
        Table replays = new Table(dynamoDb, tables.replays());
        return replays.read(replays.partition(ReplayRow.WEBHOOK, ReplayRow.WEBHOOK.write(webhook))
                        .projectionExpression(ReplayRow.WEBHOOK + ", " + ReplayRow.ID))
                .map(key -> new Place(tables.replays(), key));
    }

    /** Deletes rows, which need not exist any more. Returns how many. */
    public long delete(Stream<Place> rows) {
        return rows.gather(Gatherers.mapConcurrent(CONCURRENCY, InvocationLogContext.carriedOver(this::delete)))
                .mapToLong(Integer::longValue)
                .sum();
    }

    private int delete(Place row) {
        dynamoDb.deleteItem(delete -> delete.tableName(row.table()).key(row.key()));
        return 1;
    }

    private Stream<Map<String, AttributeValue>> scan(
            String table, String filter, Map<String, String> names, Map<String, AttributeValue> values) {
        return dynamoDb
                .scanPaginator(scan -> scan.tableName(table)
                        .filterExpression(filter)
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
                .items()
                .stream();
    }
}
