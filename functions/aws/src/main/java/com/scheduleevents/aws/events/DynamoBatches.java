package com.scheduleevents.aws.events;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchStore;
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
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Events and idempotency keys, many at a time: reads in batches, writes in transactions. A batch write would take fewer write
 * units, but it takes no conditions, and an event must never be overwritten.
 */
public final class DynamoBatches implements BatchStore {

    /** How many writes one transaction takes. */
    private static final int MAX_WRITES = 100;

    /** The reasons for which one write gets in the way of the others in its transaction. */
    private static final Set<String> HINDRANCES = Set.of("ConditionalCheckFailed", "TransactionConflict");

    private final DynamoDbClient dynamoDb;
    private final String events;
    private final String idempotency;

    /**
     * @param events the name of the table of events
     * @param idempotency the name of the table of idempotency keys
     */
    public DynamoBatches(DynamoDbClient dynamoDb, String events, String idempotency) {
        this.dynamoDb = dynamoDb;
        this.events = events;
        this.idempotency = idempotency;
    }

    @Override
    public Map<IdempotencyKey, Claim> claims(AccountId account, Set<IdempotencyKey> keys, Instant now) {
        Map<String, IdempotencyKey> byRow = keys.stream()
                .collect(Collectors.toMap(key -> DynamoIdempotency.accountKey(account, key), Function.identity()));
        return read(idempotency, keys.stream().map(key -> DynamoIdempotency.key(account, key)))
                .map(item -> new Row("Idempotency", item))
                // In whole seconds, as the condition of the write has it.
                .filter(row -> row.number(EXPIRES_AT) > now.getEpochSecond())
                .collect(Collectors.toMap(row -> byRow.get(row.text(DynamoIdempotency.KEY)), DynamoIdempotency::claim));
    }

    @Override
    public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
        return read(events, ids.stream().map(id -> DynamoEvents.key(account, id)))
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

    private Stream<Map<String, AttributeValue>> read(String table, Stream<Map<String, AttributeValue>> rows) {
        List<Map<String, AttributeValue>> keys = rows.toList();
        if (keys.isEmpty()) {
            return Stream.of();
        }
        KeysAndAttributes wanted =
                KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
        return dynamoDb.batchGetItemPaginator(get -> get.requestItems(Map.of(table, wanted))).stream()
                .flatMap(part -> part.responses().getOrDefault(table, List.of()).stream());
    }

    /** A cancelled transaction wrote nothing, and tells which of its writes were at fault: the others are tried again. */
    private List<Put> putTogether(AccountId account, List<Put> puts, Instant now) {
        List<Put> left = puts;
        while (!left.isEmpty()) {
            try {
                List<TransactWriteItem> writes =
                        left.stream().flatMap(put -> writes(account, put, now)).toList();
                dynamoDb.transactWriteItems(transaction -> transaction.transactItems(writes));
                return left;
            } catch (TransactionCanceledException cancelled) {
                List<Put> unhindered = unhindered(left, cancelled.cancellationReasons());
                if (unhindered.size() == left.size()) {
                    throw cancelled;
                }
                left = unhindered;
            }
        }
        return left;
    }

    /** The reasons come one for each write, in their order. */
    private static List<Put> unhindered(List<Put> puts, List<CancellationReason> reasons) {
        Iterator<CancellationReason> each = reasons.iterator();
        List<Put> unhindered = new ArrayList<>();
        for (Put put : puts) {
            boolean hindered = false;
            for (int write = 0; write < writes(put); write++) {
                hindered |= HINDRANCES.contains(each.next().code());
            }
            if (!hindered) {
                unhindered.add(put);
            }
        }
        return unhindered;
    }

    private Stream<TransactWriteItem> writes(AccountId account, Put put, Instant now) {
        Stream<TransactWriteItem> claim = put.claimed().stream().map(key -> TransactWriteItem.builder()
                .put(write -> write.tableName(idempotency)
                        .item(DynamoIdempotency.row(account, key, put.claim()))
                        .conditionExpression(DynamoIdempotency.FREE)
                        .expressionAttributeValues(DynamoIdempotency.at(now)))
                .build());
        TransactWriteItem event = TransactWriteItem.builder()
                .put(write -> write.tableName(events)
                        .item(DynamoEvents.row(account, put.event(), put.expiresAt()))
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
