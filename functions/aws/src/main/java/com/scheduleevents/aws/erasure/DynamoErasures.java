package com.scheduleevents.aws.erasure;

import com.scheduleevents.aws.accounts.AccountRowKeys;
import com.scheduleevents.aws.audit.AuditRow;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.erasure.ErasedRows;
import com.scheduleevents.domain.erasure.Erasure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The erasures, in one partition of the Accounts table. They do not expire, unlike the rows of a closed account: whoever restores a table has to
 * repeat them.
 */
public final class DynamoErasures {

    private static final String PARTITION = "erasures";
    private static final String SEPARATOR = "#";

    private static final Attribute<AccountId> ACCOUNT =
            Attribute.text("account_id").as(AccountId::new, AccountId::value);
    private static final Attribute<ClinicId> CLINIC =
            Attribute.text("clinic_id").as(ClinicId::new, ClinicId::value);
    private static final Attribute<String> REASON = Attribute.text("reason");
    private static final Attribute<Instant> CLOSED_AT = Attribute.time("closed_at");
    private static final Attribute<Instant> ENDED_AT = Attribute.time("ended_at");
    private static final Attribute<ErasedRows> DELETED = Attribute.map(
            "deleted",
            rows -> new Item()
                    .with(Kind.EVENTS, rows.events())
                    .with(Kind.DELIVERIES, rows.deliveries())
                    .with(Kind.WAITING, rows.waiting())
                    .with(Kind.RESPONSES, rows.responses())
                    .with(Kind.KEYS, rows.keys())
                    .with(Kind.REPLAYS, rows.replays()),
            row -> new ErasedRows(
                    row.get(Kind.EVENTS),
                    row.get(Kind.DELIVERIES),
                    row.get(Kind.WAITING),
                    row.get(Kind.RESPONSES),
                    row.get(Kind.KEYS),
                    row.get(Kind.REPLAYS)));

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final String auditLog;

    /**
     * @param accounts the name of the Accounts table
     * @param auditLog the name of the AuditLog table
     */
    public DynamoErasures(DynamoDbClient dynamoDb, String accounts, String auditLog) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, accounts);
        this.auditLog = auditLog;
    }

    /** Counts of deleted rows. */
    private static final class Kind {
        static final Attribute<Long> EVENTS = Attribute.number("events");
        static final Attribute<Long> DELIVERIES = Attribute.number("deliveries");
        static final Attribute<Long> WAITING = Attribute.number("waiting");
        static final Attribute<Long> RESPONSES = Attribute.number("responses");
        static final Attribute<Long> KEYS = Attribute.number("keys");
        static final Attribute<Long> REPLAYS = Attribute.number("replays");

        private Kind() {}
    }

    /**
     * Finds an erasure.
     *
     * @param clinic empty for that of the whole account
     */
    public Optional<Erasure> find(AccountId account, Optional<ClinicId> clinic) {
        return table.find(key(account, clinic)).map(DynamoErasures::erasure);
    }

    /** All erasures, by account and clinic. */
    public List<Erasure> all() {
        return table.read(table.partition(AccountRowKeys.PARTITION, AccountRowKeys.PARTITION.write(PARTITION)))
                .map(DynamoErasures::erasure)
                .toList();
    }

    /** Stores an erasure as it is. */
    public void put(Erasure erasure) {
        dynamoDb.putItem(put -> put.tableName(table.name()).item(item(erasure)));
    }

    /**
     * Stores an erasure that ends now, or was repeated, together with an entry of the audit log. The SDK gives the transaction a token, so that
     * one whose response was lost is not repeated.
     *
     * @throws IllegalStateException when another command writes it at the same time
     */
    public Erasure end(Erasure erasure, Instant now) {
        Erasure ended = erasure.ended(now);
        TransactWriteItem put = TransactWriteItem.builder()
                .put(row -> row.tableName(table.name()).item(item(ended)))
                .build();
        if (!Transaction.write(dynamoDb, put, AuditRow.put(auditLog, erasure.audit(now)))) {
            throw new IllegalStateException("another command writes the same erasure; repeat this one");
        }
        return ended;
    }

    private static Map<String, AttributeValue> key(AccountId account, Optional<ClinicId> clinic) {
        return keyItem(account, clinic).toMap();
    }

    private static Item keyItem(AccountId account, Optional<ClinicId> clinic) {
        return new Item()
                .with(AccountRowKeys.PARTITION, PARTITION)
                .with(
                        AccountRowKeys.SORT,
                        account.value()
                                + clinic.map(id -> SEPARATOR + id.value()).orElse(""));
    }

    private static Map<String, AttributeValue> item(Erasure erasure) {
        return keyItem(erasure.account(), erasure.clinic())
                .with(ACCOUNT, erasure.account())
                .with(CLINIC, erasure.clinic())
                .with(REASON, erasure.reason())
                .with(CLOSED_AT, erasure.closedAt())
                .with(DELETED, erasure.deleted())
                .with(ENDED_AT, erasure.endedAt())
                .toMap();
    }

    private static Erasure erasure(Map<String, AttributeValue> item) {
        return Row.read(
                "Accounts",
                item,
                row -> new Erasure(
                        row.get(ACCOUNT),
                        row.find(CLINIC),
                        row.get(REASON),
                        row.get(CLOSED_AT),
                        row.get(DELETED),
                        row.find(ENDED_AT)));
    }
}
