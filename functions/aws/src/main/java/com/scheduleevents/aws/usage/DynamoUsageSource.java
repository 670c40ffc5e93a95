package com.scheduleevents.aws.usage;

import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.webhooks.WebhookRow;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * What there is to count, in the tables that others write. A query reads a megabyte and is paid by what it reads, not by what
 * it gives: so it gives no more than is counted.
 */
public final class DynamoUsageSource implements UsageSource {

    private final DynamoDbClient dynamoDb;
    private final String events;
    private final String deliveries;
    private final String webhooks;

    /**
     * @param events the Events table's name
     * @param deliveries the Deliveries table's name
     * @param webhooks the Webhooks table's name
     */
    public DynamoUsageSource(DynamoDbClient dynamoDb, String events, String deliveries, String webhooks) {
        this.dynamoDb = dynamoDb;
        this.events = events;
        this.deliveries = deliveries;
        this.webhooks = webhooks;
    }

    @Override
    public Part<ClinicId> events(Feed feed, EventRange range) {
        QueryRequest.Builder query =
                switch (feed) {
                    case Feed.OfAccount(AccountId account) -> between("account_id", account.value(), "id", range);
                    case Feed.OfClinic(AccountId account, ClinicId clinic) ->
                        // Neither identifier can hold the separator.
                        between("account_clinic", account.value() + "#" + clinic.value(), "id", range)
                                .indexName("by_clinic");
                };
        QueryResponse read = dynamoDb.query(
                query.tableName(events).projectionExpression("clinic_id").build());
        return new Part<>(
                read.items().stream()
                        .map(item -> new ClinicId(new Row("Events", item).text("clinic_id")))
                        .toList(),
                last(read, "id"));
    }

    @Override
    public Part<CountedDelivery> deliveries(WebhookId webhook, EventRange range) {
        QueryResponse read = dynamoDb.query(between("webhook_id", webhook.value(), "event_id", range)
                .tableName(deliveries)
                .projectionExpression("clinic_id, #status, attempts")
                .expressionAttributeNames(Map.of("#status", "status"))
                .build());
        return new Part<>(
                read.items().stream()
                        .map(item -> Row.read("Deliveries", item, DynamoUsageSource::delivery))
                        .toList(),
                last(read, "event_id"));
    }

    @Override
    public List<CountedWebhook> webhooks(AccountId account) {
        // A webhook that is just being deleted may be in both.
        Map<WebhookId, CountedWebhook> found = new TreeMap<>();
        Stream.of(WebhookRow.deletedOf(account), account.value())
                .flatMap(this::partition)
                .map(item -> new Row("Webhooks", item))
                .map(row -> new CountedWebhook(new WebhookId(row.text("id")), onlyClinic(row)))
                .forEach(webhook -> found.put(webhook.id(), webhook));
        return List.copyOf(found.values());
    }

    /** Unknown once the webhook was changed: until then it may have been another clinic's. */
    private static Optional<ClinicId> onlyClinic(Row row) {
        return row.optionalNumber("version")
                .filter(version -> version == Webhook.FIRST_VERSION)
                .flatMap(_ -> row.optionalText("clinic_id"))
                .map(ClinicId::new);
    }

    private Stream<Map<String, AttributeValue>> partition(String partition) {
        return dynamoDb
                .queryPaginator(query -> query.tableName(webhooks)
                        .keyConditionExpression("account_id = :partition")
                        .expressionAttributeValues(Map.of(":partition", text(partition)))
                        .projectionExpression("id, clinic_id, #version")
                        .expressionAttributeNames(Map.of("#version", "version")))
                .items()
                .stream();
    }

    private static QueryRequest.Builder between(String name, String partition, String sort, EventRange range) {
        return QueryRequest.builder()
                .keyConditionExpression(name + " = :partition AND " + sort + " BETWEEN :oldest AND :newest")
                .expressionAttributeValues(Map.of(
                        ":partition", text(partition),
                        ":oldest", text(range.oldest().value()),
                        ":newest", text(range.newest().value())));
    }

    private static Optional<EventId> last(QueryResponse read, String sort) {
        return read.hasLastEvaluatedKey()
                ? Optional.of(new EventId(new Row("a query", read.lastEvaluatedKey()).text(sort)))
                : Optional.empty();
    }

    private static CountedDelivery delivery(Row row) {
        return new CountedDelivery(
                row.optionalText("clinic_id").map(ClinicId::new),
                DeliveryStatus.named(row.text("status")),
                row.rows("attempts").stream()
                        .map(attempt -> OutcomeClass.named(attempt.text("outcome")))
                        .toList());
    }
}
