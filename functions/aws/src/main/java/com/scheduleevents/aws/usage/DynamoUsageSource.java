package com.scheduleevents.aws.usage;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.deliveries.DeliveryRow;
import com.scheduleevents.aws.events.EventRow;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.webhooks.WebhookRow;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.usage.UsageSource.Part;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The events and deliveries to count, from the tables of other functions. A query reads up to a megabyte and is billed by what it reads, so
 * it returns only the attributes that are needed.
 */
public final class DynamoUsageSource implements UsageSource {

    private final DynamoDbClient dynamoDb;
    private final Table events;
    private final Table deliveries;
    private final Table webhooks;

    /**
     * @param events the name of the Events table
     * @param deliveries the name of the Deliveries table
     * @param webhooks the name of the Webhooks table
     */
    public DynamoUsageSource(DynamoDbClient dynamoDb, String events, String deliveries, String webhooks) {
        this.dynamoDb = dynamoDb;
        this.events = new Table(dynamoDb, events);
        this.deliveries = new Table(dynamoDb, deliveries);
        this.webhooks = new Table(dynamoDb, webhooks);
    }

    @Override
    public Part<ClinicId> events(Feed feed, EventRange range) {
        QueryResponse read = dynamoDb.query(EventRow.query(events, feed, range)
                .projectionExpression(EventRow.CLINIC + ", #void")
                .expressionAttributeNames(Map.of("#void", EventRow.VOID.name()))
                .consistentRead(false)
                .build());
        return new Part<>(
                read.items().stream()
                        .filter(item -> !EventRow.isVoid(item))
                        .map(item -> new Row("Events", item).get(EventRow.CLINIC))
                        .toList(),
                last(read, EventRow.ID));
    }

    @Override
    public Part<CountedDelivery> deliveries(WebhookId webhook, EventRange range) {
        AttributeValue partition = DeliveryRow.WEBHOOK.write(webhook);
        QueryResponse read = dynamoDb.query(deliveries
                .events(DeliveryRow.WEBHOOK, partition, DeliveryRow.EVENT, range)
                .projectionExpression(String.join(
                        ", ",
                        DeliveryRow.EVENT.name(),
                        DeliveryRow.CLINIC.name(),
                        "#status",
                        DeliveryRow.GENERATION.name(),
                        DeliveryRow.ATTEMPTS.name()))
                .expressionAttributeNames(Map.of("#status", DeliveryRow.STATUS.name()))
                .consistentRead(false)
                .build());
        return new Part<>(
                read.items().stream()
                        .map(item -> Row.read("Deliveries", item, DeliveryRow::counted))
                        .toList(),
                last(read, DeliveryRow.EVENT));
    }

    @Override
    public List<CountedWebhook> webhooks(AccountId account) {
        // A webhook that is being deleted is put into the second partition before it leaves the first, so that it is
        // found in one of them, or
        // in both.
        Map<WebhookId, CountedWebhook> found = new TreeMap<>();
        Stream.of(account.value(), WebhookRow.deletedOf(account))
                .map(partition -> webhooks.partition(WebhookRow.ACCOUNT, text(partition))
                        .projectionExpression(WebhookRow.ID + ", " + WebhookRow.CLINIC + ", #version, #status, "
                                + WebhookRow.GENERATION)
                        .expressionAttributeNames(
                                Map.of("#version", WebhookRow.VERSION.name(), "#status", WebhookRow.STATUS.name()))
                        .consistentRead(false))
                .flatMap(webhooks::read)
                .map(item -> new Row("Webhooks", item))
                .map(row -> new CountedWebhook(row.get(WebhookRow.ID), onlyClinic(row), sending(row)))
                .forEach(webhook -> found.put(webhook.id(), webhook));
        return List.copyOf(found.values());
    }

    /** Unknown after the webhook was changed, because it may have been limited to another clinic before. */
    private static Optional<ClinicId> onlyClinic(Row row) {
        return row.find(WebhookRow.VERSION)
                .filter(version -> version == Webhook.FIRST_VERSION)
                .flatMap(_ -> row.find(WebhookRow.CLINIC));
    }

    /** What is left of a deleted webhook has no status. */
    private static OptionalLong sending(Row row) {
        return row.find(WebhookRow.STATUS).filter(WebhookStatus.ACTIVE::equals).isPresent()
                ? OptionalLong.of(row.get(WebhookRow.GENERATION))
                : OptionalLong.empty();
    }

    private static Optional<EventId> last(QueryResponse read, Attribute<EventId> sort) {
        return read.hasLastEvaluatedKey()
                ? Optional.of(new Row("a query", read.lastEvaluatedKey()).get(sort))
                : Optional.empty();
    }
}
