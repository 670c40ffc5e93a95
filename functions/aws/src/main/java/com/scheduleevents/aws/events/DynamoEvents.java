package com.scheduleevents.aws.events;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;
import static com.scheduleevents.aws.tables.Attributes.expiry;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The events, one row each, in one partition an account. */
public final class DynamoEvents implements EventStore {

    /** An event is written once and never again. */
    static final String ABSENT = "attribute_not_exists(id)";

    private static final String BY_CLINIC = "by_clinic";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the name of the table
     */
    public DynamoEvents(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Event putIfAbsent(AccountId account, Event event, Instant expiresAt) {
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(row(account, event, expiresAt))
                    .conditionExpression(ABSENT)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return event;
        } catch (ConditionalCheckFailedException alreadyThere) {
            return event(alreadyThere.item());
        }
    }

    @Override
    public Optional<Event> find(AccountId account, EventId id) {
        Map<String, AttributeValue> item = dynamoDb.getItem(
                        get -> get.tableName(table).key(key(account, id)).consistentRead(true))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(event(item));
    }

    @Override
    public Slice newestFirst(Feed feed, EventRange range, int max) {
        QueryResponse read = query(feed, range, false, max);
        return new Slice(read.items().stream().map(DynamoEvents::event).toList(), !read.hasLastEvaluatedKey());
    }

    @Override
    public Slice oldestFirst(Feed feed, EventRange range, int max) {
        QueryResponse read = query(feed, range, true, max);
        List<Event> events = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        for (Map<String, AttributeValue> item : read.items()) {
            try {
                events.add(event(item));
            } catch (UnreadableRow e) {
                unreadable.add(new Unreadable(id(item), e.reason()));
            }
        }
        return new Slice(events, unreadable, !read.hasLastEvaluatedKey());
    }

    private QueryResponse query(Feed feed, EventRange range, boolean forwards, int max) {
        return dynamoDb.query(inOrderOf(feed)
                .tableName(table)
                .expressionAttributeValues(Map.of(
                        ":feed", text(partition(feed)),
                        ":oldest", text(range.oldest().value()),
                        ":newest", text(range.newest().value())))
                .scanIndexForward(forwards)
                .limit(max)
                .build());
    }

    private static QueryRequest.Builder inOrderOf(Feed feed) {
        return switch (feed) {
            case Feed.OfAccount _ ->
                QueryRequest.builder()
                        .keyConditionExpression("account_id = :feed AND id BETWEEN :oldest AND :newest")
                        .consistentRead(true);
            case Feed.OfClinic _ ->
                QueryRequest.builder()
                        .indexName(BY_CLINIC)
                        .keyConditionExpression("account_clinic = :feed AND id BETWEEN :oldest AND :newest");
        };
    }

    private static String partition(Feed feed) {
        return switch (feed) {
            case Feed.OfAccount(AccountId account) -> account.value();
            case Feed.OfClinic(AccountId account, ClinicId clinic) -> accountClinic(account, clinic);
        };
    }

    /** Neither identifier can hold the separator. */
    private static String accountClinic(AccountId account, ClinicId clinic) {
        return account.value() + "#" + clinic.value();
    }

    static Map<String, AttributeValue> key(AccountId account, EventId id) {
        return Map.of("account_id", text(account.value()), "id", text(id.value()));
    }

    static Map<String, AttributeValue> row(AccountId account, Event event, Instant expiresAt) {
        return Map.of(
                "account_id",
                text(account.value()),
                "id",
                text(event.id().value()),
                "account_clinic",
                text(accountClinic(account, event.clinic())),
                "type",
                text(event.type()),
                "clinic_id",
                text(event.clinic().value()),
                "body",
                text(event.json()),
                EXPIRES_AT,
                expiry(expiresAt));
    }

    static Event event(Map<String, AttributeValue> item) {
        return Row.read(
                "Events",
                item,
                row -> new Event(
                        new EventId(row.text("id")),
                        row.text("type"),
                        new ClinicId(row.text("clinic_id")),
                        row.text("body")));
    }

    /** Part of the key, so it is there; what it says no event ever had, if it cannot be read either. */
    private static EventId id(Map<String, AttributeValue> item) {
        return Row.read("Events", item, row -> new EventId(row.text("id")));
    }
}
