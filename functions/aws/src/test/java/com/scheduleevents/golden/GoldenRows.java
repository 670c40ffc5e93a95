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

/** The files, and the tables that their rows belong to. The table is what a file's name begins with. */
final class GoldenRows {

    private static final Path DIRECTORY = Path.of("../../infra/testkit/src/main/resources/golden/rows");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By the beginning of a file's name: the table's logical id, and its key. */
    private static final Map<String, Table> TABLES = Map.of(
            "accounts", new Table("AccountsTable", List.of("pk", "sk")),
            "datakeys", new Table("DataKeysTable", List.of("id")),
            "deliveries", new Table("DeliveriesTable", List.of("webhook_id", "event_id")),
            "events", new Table("EventsTable", List.of("account_id", "id")),
            "idempotency", new Table("IdempotencyTable", List.of("account_key")),
            "backlog", new Table("BacklogTable", List.of("webhook_generation", "event_id")),
            "usage", new Table("UsageTable", List.of("account_id", "day_clinic")),
            "replays", new Table("ReplaysTable", List.of("webhook_id", "id")),
            "webhooks", new Table("WebhooksTable", List.of("account_id", "id")));

    private final LocalTables tables;

    GoldenRows(LocalTables tables) {
        this.tables = tables;
    }

    private record Table(String id, List<String> key) {}

    /** The logical ids of the tables that there are rows of. */
    static List<String> tablesWithRows() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.map(file -> table(file.getFileName().toString()).id())
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A row as a file has it. */
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

    /** Puts a row into its table, where the earlier version left it. */
    Map<String, AttributeValue> put(String name) {
        Map<String, AttributeValue> row = row(name);
        put(name, row);
        return row;
    }

    /** Puts what there is of accounts: the account that all other rows belong to, and two that are not served. */
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

    /** What is in the row's place now; empty when it is gone. */
    Map<String, AttributeValue> now(String name) {
        return tables.dynamoDb()
                .getItem(get -> get.tableName(tableName(name)).key(key(name)).consistentRead(true))
                .item();
    }

    /** Takes the row out of its table. */
    void remove(String name) {
        tables.dynamoDb().deleteItem(delete -> delete.tableName(tableName(name)).key(key(name)));
    }

    /** An attribute that has to be there. */
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

    private static Table table(String name) {
        Table table = TABLES.get(name.substring(0, name.indexOf('-')));
        if (table == null) {
            throw new IllegalArgumentException("No table is known for " + name + ": its name begins with the table's.");
        }
        return table;
    }
}
