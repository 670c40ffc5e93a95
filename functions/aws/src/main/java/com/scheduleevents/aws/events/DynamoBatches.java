package com.scheduleevents.aws.events;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Many events and idempotency keys at a time. An insert that was refused may have been made by an earlier try of the SDK, so what is there
 * instead is read.
 */
public final class DynamoBatches implements BatchStore {

    private final Table events;
    private final Table idempotency;
    private final Inserts inserts;

    /**
     * @param events the name of the Events table
     * @param idempotency the name of the Idempotency table
     */
    public DynamoBatches(DynamoDbClient dynamoDb, String events, String idempotency) {
        this.events = new Table(dynamoDb, events);
        this.idempotency = new Table(dynamoDb, idempotency);
        this.inserts = new Inserts(dynamoDb);
    }

    @Override
    public Map<IdempotencyKey, Claim> claim(AccountId account, Map<IdempotencyKey, Claim> wanted, Instant now) {
        Set<Map.Entry<IdempotencyKey, Claim>> made = inserts.made(
                idempotency.name(),
                wanted.entrySet(),
                claim -> DynamoIdempotency.item(account, claim.getKey(), claim.getValue()));
        Map<IdempotencyKey, Claim> claims = new HashMap<>();
        made.forEach(claim -> claims.put(claim.getKey(), claim.getValue()));
        Set<IdempotencyKey> refused = new HashSet<>(wanted.keySet());
        refused.removeAll(claims.keySet());
        claims.putAll(earlier(account, refused, now));
        return claims;
    }

    private Map<IdempotencyKey, Claim> earlier(AccountId account, Set<IdempotencyKey> keys, Instant now) {
        Map<String, IdempotencyKey> byRow = keys.stream()
                .collect(Collectors.toMap(key -> DynamoIdempotency.accountKey(account, key), Function.identity()));
        List<Map<String, AttributeValue>> rows = byRow.keySet().stream()
                .map(row -> new Item().with(DynamoIdempotency.KEY, row).toMap())
                .toList();
        return idempotency
                .findAll(rows, true)
                .map(item -> new Row("Idempotency", item))
                // In whole seconds, like the condition of a single claim, which replaces an expired row.
                .filter(row -> row.number(Attribute.EXPIRES_AT.name()) > now.getEpochSecond())
                .collect(Collectors.toMap(row -> byRow.get(row.get(DynamoIdempotency.KEY)), DynamoIdempotency::claim));
    }

    @Override
    public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
        return events.findAll(ids.stream().map(id -> EventRow.key(account, id)).toList(), true)
                .filter(item -> !EventRow.isVoid(item))
                .map(DynamoEvents::event)
                .collect(Collectors.toMap(Event::id, Function.identity()));
    }

    @Override
    public Map<EventId, Event> put(AccountId account, Collection<Put> puts) {
        Set<Put> made = inserts.made(events.name(), puts, put -> EventRow.item(account, put.event(), put.expiresAt()));
        Map<EventId, Event> stored = new HashMap<>();
        made.forEach(put -> stored.put(put.event().id(), put.event()));
        Set<EventId> refused = puts.stream().map(put -> put.event().id()).collect(Collectors.toSet());
        refused.removeAll(stored.keySet());
        stored.putAll(find(account, refused));
        return stored;
    }
}
