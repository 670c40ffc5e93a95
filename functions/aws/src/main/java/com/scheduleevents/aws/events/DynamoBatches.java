package com.scheduleevents.aws.events;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.BatchStore.Put;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Many events and idempotency keys at a time: reads are batches, writes are transactions. A batch write would need fewer write units, but
 * it has no conditions, and an event must never be overwritten.
 */
public final class DynamoBatches implements BatchStore {

    /** The largest number of writes in one transaction. */
    private static final int MAX_WRITES = 100;

    /** The reasons for which a single write makes its transaction fail. */
    private static final Set<String> CONFLICTS = Set.of("ConditionalCheckFailed", "TransactionConflict");

    private final DynamoDbClient dynamoDb;
    private final Table events;
    private final Table idempotency;

    /**
     * @param events the name of the Events table
     * @param idempotency the name of the Idempotency table
     */
    public DynamoBatches(DynamoDbClient dynamoDb, String events, String idempotency) {
        this.dynamoDb = dynamoDb;
        this.events = new Table(dynamoDb, events);
        this.idempotency = new Table(dynamoDb, idempotency);
    }

    @Override
    public Map<IdempotencyKey, Claim> claims(AccountId account, Set<IdempotencyKey> keys, Instant now) {
        Map<String, IdempotencyKey> byRow = keys.stream()
                .collect(Collectors.toMap(key -> DynamoIdempotency.accountKey(account, key), Function.identity()));
        List<Map<String, AttributeValue>> rows =
                byRow.keySet().stream().map(DynamoBatches::key).toList();
        return idempotency
                .findAll(rows, true)
                .map(item -> new Row("Idempotency", item))
                // In whole seconds, like the condition of the write.
                .filter(row -> row.number(Attribute.EXPIRES_AT.name()) > now.getEpochSecond())
                .collect(Collectors.toMap(row -> byRow.get(row.get(DynamoIdempotency.KEY)), DynamoIdempotency::claim));
    }

    private static Map<String, AttributeValue> key(String accountKey) {
        return new Item().with(DynamoIdempotency.KEY, accountKey).toMap();
    }

    @Override
    public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
        return events.findAll(ids.stream().map(id -> EventRow.key(account, id)).toList(), true)
                .map(DynamoEvents::event)
                .collect(Collectors.toMap(Event::id, Function.identity()));
    }

    @Override
    public Set<Put> put(AccountId account, List<Put> puts, Instant now) {
        Set<Put> made = new HashSet<>();
        for (List<Put> together : transactions(puts)) {
            made.addAll(putTogether(account, together, now));
        }
        return made;
    }

    /** A cancelled transaction wrote nothing, and says which of its writes failed; it is tried again without them. */
    private List<Put> putTogether(AccountId account, List<Put> puts, Instant now) {
        List<Put> left = puts;
        while (!left.isEmpty()) {
            try {
                List<TransactWriteItem> writes =
                        left.stream().flatMap(put -> writes(account, put, now)).toList();
                dynamoDb.transactWriteItems(transaction -> transaction.transactItems(writes));
                return left;
            } catch (TransactionCanceledException cancelled) {
                List<Put> others = withoutConflicts(left, cancelled.cancellationReasons());
                if (others.size() == left.size()) {
                    throw cancelled;
                }
                left = others;
            }
        }
        return left;
    }

    /** There is one reason for each write, in the same order. */
    private static List<Put> withoutConflicts(List<Put> puts, List<CancellationReason> reasons) {
        Iterator<CancellationReason> each = reasons.iterator();
        List<Put> others = new ArrayList<>();
        for (Put put : puts) {
            boolean conflict = false;
            for (int write = 0; write < writes(put); write++) {
                conflict |= CONFLICTS.contains(each.next().code());
            }
            if (!conflict) {
                others.add(put);
            }
        }
        return others;
    }

    private Stream<TransactWriteItem> writes(AccountId account, Put put, Instant now) {
        Stream<TransactWriteItem> claim = put.claimed().stream().map(key -> TransactWriteItem.builder()
                .put(write -> write.tableName(idempotency.name())
                        .item(DynamoIdempotency.item(account, key, put.claim()))
                        .conditionExpression(DynamoIdempotency.FREE)
                        .expressionAttributeValues(DynamoIdempotency.at(now)))
                .build());
        TransactWriteItem event = TransactWriteItem.builder()
                .put(write -> write.tableName(events.name())
                        .item(EventRow.item(account, put.event(), put.expiresAt()))
                        .conditionExpression(DynamoEvents.ABSENT))
                .build();
        return Stream.concat(claim, Stream.of(event));
    }

    private static int writes(Put put) {
        return put.claimed().isPresent() ? 2 : 1;
    }

    private static List<List<Put>> transactions(List<Put> puts) {
        List<List<Put>> transactions = new ArrayList<>();
        int room = 0;
        for (Put put : puts) {
            if (room < writes(put)) {
                transactions.add(new ArrayList<>());
                room = MAX_WRITES;
            }
            transactions.getLast().add(put);
            room -= writes(put);
        }
        return transactions;
    }
}
