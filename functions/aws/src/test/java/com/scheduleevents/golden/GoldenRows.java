package com.scheduleevents.golden;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.testkit.aws.LocalTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The golden rows and their tables. The name of a file begins with its table. */
final class GoldenRows {

    private static final Path DIRECTORY = Path.of("../../infra/testkit/src/main/resources/golden/rows");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The logical id and the key of each table, by the start of the file name. */
    private static final Map<String, GoldenTable> TABLES = Map.ofEntries(
            Map.entry("auditlog", new GoldenTable("AuditLogTable", List.of("account_id", "id"))),
            Map.entry("accounts", new GoldenTable("AccountsTable", List.of("pk", "sk"))),
            Map.entry("datakeys", new GoldenTable("DataKeysTable", List.of("id"))),
            Map.entry("deliveries", new GoldenTable("DeliveriesTable", List.of("webhook_id", "event_id"))),
            Map.entry("events", new GoldenTable("EventsTable", List.of("account_id", "id"))),
            Map.entry("idempotency", new GoldenTable("IdempotencyTable", List.of("account_key"))),
            Map.entry("backlog", new GoldenTable("BacklogTable", List.of("webhook_generation", "event_id"))),
            Map.entry("usage", new GoldenTable("UsageTable", List.of("account_id", "day_clinic"))),
            Map.entry("requestrates", new GoldenTable("RequestRatesTable", List.of("id"))),
            Map.entry("responses", new GoldenTable("ResponsesTable", List.of("webhook_id", "attempt"))),
            Map.entry("replays", new GoldenTable("ReplaysTable", List.of("webhook_id", "id"))),
            Map.entry("mailaddresses", new GoldenTable("MailAddressesTable", List.of("account_id", "address_id"))),
            Map.entry("webhooks", new GoldenTable("WebhooksTable", List.of("account_id", "id"))));

    private final LocalTables tables;

    GoldenRows(LocalTables tables) {
        this.tables = tables;
    }

    private record GoldenTable(String id, List<String> key) {}

    /** The logical ids of the tables that have golden rows. */
    static List<String> tablesWithRows() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.map(file -> table(file.getFileName().toString()).id())
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a row from its file. */
    Map<String, AttributeValue> row(String name) {
        try {
            ObjectNode record = JSON.createObjectNode();
            record.putObject("dynamodb")
                    .set(
                            "NewImage",
                            JSON.readTree(DIRECTORY.resolve(name + ".json").toFile()));
            return new StreamRecord(record).newImage().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stores a row in its table. */
    Map<String, AttributeValue> put(String name) {
        Map<String, AttributeValue> row = row(name);
        put(name, row);
        return row;
    }

    /** Stores the rows of accounts: the account that all other rows belong to, and two that are suspended or closed. */
    void putAccounts() {
        for (String name : List.of(
                "account",
                "account_suspended",
                "account_closed",
                "clinic",
                "secret",
                "key",
                "key_revoked",
                "key_clinic")) {
            put("accounts-v1-" + name);
        }
    }

    void put(String name, Map<String, AttributeValue> row) {
        tables.dynamoDb().putItem(put -> put.tableName(tableName(name)).item(row));
    }

    /** The present row with the same key; empty when it was deleted. */
    Map<String, AttributeValue> now(String name) {
        return tables.dynamoDb()
                .getItem(get -> get.tableName(tableName(name)).key(key(name)).consistentRead(true))
                .item();
    }

    /** Deletes the row from its table. */
    void remove(String name) {
        tables.dynamoDb().deleteItem(delete -> delete.tableName(tableName(name)).key(key(name)));
    }

    /** An attribute, which must exist. */
    static String text(Map<String, AttributeValue> row, String attribute) {
        return new Row("golden", row).text(attribute);
    }

    private Map<String, AttributeValue> key(String name) {
        Map<String, AttributeValue> key = new HashMap<>(row(name));
        key.keySet().retainAll(table(name).key());
        return key;
    }

    private String tableName(String name) {
        return tables.named(table(name).id());
    }

    private static GoldenTable table(String name) {
        GoldenTable table = TABLES.get(name.substring(0, name.indexOf('-')));
        if (table == null) {
            throw new IllegalArgumentException("No table is known for " + name + ": its name begins with the table's.");
        }
        return table;
    }
}
