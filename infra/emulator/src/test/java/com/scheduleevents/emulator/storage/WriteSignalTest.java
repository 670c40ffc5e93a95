package com.scheduleevents.emulator.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Each kind of write wakes the readers of its table's stream, and nobody else's. */
class WriteSignalTest {

    private static final String WATCHED = "Watched";
    private static final Map<String, AttributeValue> ITEM = Map.of("id", AttributeValue.fromS("1"));

    private Storage storage;
    private DynamoDbClient dynamoDb;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("template.yaml"), """
                Resources:
                  Watched:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                  Other:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                """);
        PseudoParameters pseudoParameters = PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
        storage = LocalStorage.start(0, pseudoParameters, Optional.empty());
        storage.createTables(
                Template.read(file, Map.of(), pseudoParameters).tables().values());
        dynamoDb = storage.dynamoDb();
    }

    @AfterEach
    void stop() throws IOException {
        storage.close();
    }

    @Test
    void everyWriteSignalsItsTable() {
        WriteSignal watched = storage.writes(WATCHED);
        WriteSignal other = storage.writes("Other");
        List<Runnable> writes = List.of(
                () -> dynamoDb.putItem(put -> put.tableName(WATCHED).item(ITEM)),
                () -> dynamoDb.updateItem(update -> update.tableName(WATCHED).key(ITEM)),
                () -> dynamoDb.deleteItem(delete -> delete.tableName(WATCHED).key(ITEM)),
                () -> dynamoDb.batchWriteItem(batch -> batch.requestItems(Map.of(
                        WATCHED,
                        List.of(WriteRequest.builder()
                                .putRequest(put -> put.item(ITEM))
                                .build())))),
                () -> transact(TransactWriteItem.builder()
                        .put(put -> put.tableName(WATCHED).item(ITEM))
                        .build()),
                () -> transact(TransactWriteItem.builder()
                        .update(update -> update.tableName(WATCHED).key(ITEM).updateExpression("SET a = id"))
                        .build()),
                () -> transact(TransactWriteItem.builder()
                        .delete(delete -> delete.tableName(WATCHED).key(ITEM))
                        .build()),
                () -> dynamoDb.executeStatement(one -> one.statement(insert(1))),
                () -> dynamoDb.batchExecuteStatement(batch -> batch.statements(
                        BatchStatementRequest.builder().statement(insert(2)).build())),
                () -> dynamoDb.executeTransaction(transaction -> transaction.transactStatements(
                        ParameterizedStatement.builder().statement(insert(3)).build())));
        for (int i = 0; i < writes.size(); i++) {
            writes.get(i).run();
            assertThat(watched.count()).isEqualTo(i + 1);
        }
        assertThat(other.count()).isZero();
    }

    @Test
    void aReadSignalsNothing() {
        WriteSignal watched = storage.writes(WATCHED);
        dynamoDb.getItem(get -> get.tableName(WATCHED).key(ITEM));
        dynamoDb.scan(scan -> scan.tableName(WATCHED));
        transact(TransactWriteItem.builder()
                .conditionCheck(
                        check -> check.tableName(WATCHED).key(ITEM).conditionExpression("attribute_not_exists(id)"))
                .build());
        assertThat(watched.count()).isZero();
    }

    private void transact(TransactWriteItem item) {
        dynamoDb.transactWriteItems(transaction -> transaction.transactItems(item));
    }

    private static String insert(int id) {
        return "INSERT INTO \"Watched\" VALUE {'id': 'inserted " + id + "'}";
    }
}
