package com.scheduleevents.aws.events;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.AppointmentOrder;
import com.scheduleevents.domain.event.EventId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** One row of the Idempotency table for each appointment, with the ids as a set: adding one is one write, whether or not the row exists. */
public final class DynamoAppointmentOrder implements AppointmentOrder {

    /** The oldest ids are deleted when there are so many, so that it happens once in a while. */
    private static final int MOST = KEPT + 50;

    /** How many appointments of a batch are written at once. */
    private static final int CONCURRENCY = 10;

    /** The ids. */
    public static final Attribute<Set<EventId>> IDS = Attribute.textSet("event_ids")
            .as(
                    texts -> texts.stream().map(EventId::new).collect(Collectors.toUnmodifiableSet()),
                    ids -> ids.stream().map(EventId::value).collect(Collectors.toUnmodifiableSet()));

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the Idempotency table */
    public DynamoAppointmentOrder(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public SortedSet<EventId> ids(AccountId account, Set<String> appointments) {
        List<Map<String, AttributeValue>> keys = appointments.stream()
                .map(appointment -> key(account, appointment))
                .toList();
        return table.findAll(keys, true)
                .flatMap(item -> ids(item).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void add(AccountId account, Map<String, Set<EventId>> ids, Instant expiresAt) {
        ids.entrySet().stream()
                .gather(Gatherers.mapConcurrent(
                        CONCURRENCY,
                        InvocationLogContext.carriedOver(of -> add(account, of.getKey(), of.getValue(), expiresAt))))
                .forEach(_ -> {});
    }

    private int add(AccountId account, String appointment, Set<EventId> more, Instant expiresAt) {
        TreeSet<EventId> all = new TreeSet<>(ids(dynamoDb.updateItem(update -> update.tableName(table.name())
                        .key(key(account, appointment))
                        .updateExpression("SET " + Attribute.EXPIRES_AT + " = :expires ADD " + IDS + " :more")
                        .expressionAttributeValues(
                                Map.of(":expires", Attribute.EXPIRES_AT.write(expiresAt), ":more", IDS.write(more)))
                        .returnValues(ReturnValue.UPDATED_NEW))
                .attributes()));
        if (all.size() > MOST) {
            Set<EventId> oldest = all.stream().limit(all.size() - KEPT).collect(Collectors.toSet());
            dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(key(account, appointment))
                    .updateExpression("DELETE " + IDS + " :oldest")
                    .expressionAttributeValues(Map.of(":oldest", IDS.write(oldest))));
        }
        return all.size();
    }

    private static Set<EventId> ids(Map<String, AttributeValue> item) {
        return Row.read("Idempotency", item, row -> row.find(IDS)).orElse(Set.of());
    }

    private static Map<String, AttributeValue> key(AccountId account, String appointment) {
        return new Item()
                .with(DynamoIdempotency.KEY, prefix(account) + appointment)
                .toMap();
    }

    /** How the keys of an account's rows begin: its first word, with which no account ID begins, separates these from idempotency keys. */
    public static String prefix(AccountId account) {
        return "order#" + account.value() + "#";
    }
}
