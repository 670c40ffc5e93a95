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
    public Event putIfAbsent(AccountId account, Event event, Instant expiresAt) {
        try {
            dynamoDb.putItem(put -> put.tableName(table.name())
                    .item(EventRow.item(account, event, expiresAt))
                    .conditionExpression(ABSENT)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return event;
        } catch (ConditionalCheckFailedException exists) {
            return event(exists.item());
        }
    }

    @Override
    public Optional<Event> find(AccountId account, EventId id) {
        return table.find(EventRow.key(account, id)).map(DynamoEvents::event);
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
                EventId id = Row.read("Events", item, row -> row.get(EventRow.ID));
                unreadable.add(new Unreadable(id, e.reason()));
            }
        }
        return new Slice(events, unreadable, !read.hasLastEvaluatedKey());
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
