package com.scheduleevents.aws.events;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import com.scheduleevents.domain.event.EventStore.Unreadable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The events, one row each, with one partition per account. */
public final class DynamoEvents implements EventStore {

    /** An event is written once and never changed. */
    static final String ABSENT = "attribute_not_exists(" + EventRow.ID + ")";

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the Events table */
    public DynamoEvents(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt) {
        return put(EventRow.item(account, event, expiresAt), Optional.of(event));
    }

    @Override
    public Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt) {
        return put(EventRow.voidItem(account, id, expiresAt), Optional.empty());
    }

    /** Puts a row unless there is one, and returns what the row holds then. */
    private Optional<Event> put(Map<String, AttributeValue> item, Optional<Event> held) {
        try {
            dynamoDb.putItem(put -> put.tableName(table.name())
                    .item(item)
                    .conditionExpression(ABSENT)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return held;
        } catch (ConditionalCheckFailedException exists) {
            return Optional.of(exists.item())
                    .filter(earlier -> !EventRow.isVoid(earlier))
                    .map(DynamoEvents::event);
        }
    }

    @Override
    public Optional<Event> find(AccountId account, EventId id) {
        return table.find(EventRow.key(account, id))
                .filter(item -> !EventRow.isVoid(item))
                .map(DynamoEvents::event);
    }

    @Override
    public Slice newestFirst(Feed feed, EventRange range, int max) {
        QueryResponse read = query(feed, range, false, max);
        return slice(
                read,
                read.items().stream()
                        .filter(item -> !EventRow.isVoid(item))
                        .map(DynamoEvents::event)
                        .toList(),
                List.of());
    }

    @Override
    public Slice oldestFirst(Feed feed, EventRange range, int max) {
        QueryResponse read = query(feed, range, true, max);
        List<Event> events = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        for (Map<String, AttributeValue> item : read.items()) {
            try {
                if (!EventRow.isVoid(item)) {
                    events.add(event(item));
                }
            } catch (UnreadableRow e) {
                unreadable.add(new Unreadable(id(item), e.reason()));
            }
        }
        return slice(read, events, unreadable);
    }

    private static Slice slice(QueryResponse read, List<Event> events, List<Unreadable> unreadable) {
        Optional<EventId> lastRead = read.items().isEmpty()
                ? Optional.empty()
                : Optional.of(id(read.items().getLast()));
        return new Slice(events, unreadable, lastRead, !read.hasLastEvaluatedKey());
    }

    private static EventId id(Map<String, AttributeValue> item) {
        return Row.read("Events", item, row -> row.get(EventRow.ID));
    }

    private QueryResponse query(Feed feed, EventRange range, boolean forwards, int max) {
        return dynamoDb.query(EventRow.query(table, feed, range)
                .scanIndexForward(forwards)
                .limit(max)
                .build());
    }

    static Event event(Map<String, AttributeValue> item) {
        return Row.read("Events", item, EventRow::event);
    }
}
