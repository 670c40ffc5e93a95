package com.scheduleevents.aws.events;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Stores many events in few calls. */
public final class StoredEvents {

    /** DynamoDB's limit for a batch of writes. */
    private static final int BATCH = 25;

    private StoredEvents() {}

    /** Stores the rows of events of an account. */
    public static void put(LocalTables tables, AccountId account, List<Event> events, Instant expiresAt) {
        String table = tables.named("EventsTable");
        for (int from = 0; from < events.size(); from += BATCH) {
            List<WriteRequest> rows = events.subList(from, Math.min(events.size(), from + BATCH)).stream()
                    .map(event -> WriteRequest.builder()
                            .putRequest(put -> put.item(EventRow.item(account, event, expiresAt)))
                            .build())
                    .toList();
            if (!tables.dynamoDb()
                    .batchWriteItem(write -> write.requestItems(Map.of(table, rows)))
                    .unprocessedItems()
                    .isEmpty()) {
                throw new IllegalStateException("not every event was put");
            }
        }
    }
}
