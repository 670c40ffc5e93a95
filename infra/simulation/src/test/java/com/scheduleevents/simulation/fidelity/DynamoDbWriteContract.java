package com.scheduleevents.simulation.fidelity;

import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.code;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.item;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.key;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.n;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.s;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.ss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What a client may expect of writes; the simulated DynamoDB and DynamoDB Local are held to the same. */
abstract class DynamoDbWriteContract extends DynamoDbContract {

    DynamoDbWriteContract(DynamoDbClient client) {
        super(client);
    }

    @Test
    void whatIsPutIsThere() {
        assertThat(client.getItem(get -> get.tableName(table()).key(key("a"))).hasItem())
                .isFalse();
        put("a", Map.of("x", n("007.50"), "y", ss("b", "a")));
        assertThat(get("a")).containsEntry("x", n("7.5"));
        assertThat(get("a").get("y").ss()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aConditionThatFailsShowsTheItemWhenAsked() {
        put("a", Map.of("x", n("1")));
        assertThatThrownBy(() -> client.putItem(put -> put.tableName(table())
                        .item(item("a", Map.of("x", n("2"))))
                        .conditionExpression("attribute_not_exists(p)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)))
                .asInstanceOf(InstanceOfAssertFactories.type(ConditionalCheckFailedException.class))
                .satisfies(failed -> assertThat(failed.item()).isEqualTo(get("a")));
        assertThatThrownBy(() -> client.deleteItem(delete -> delete.tableName(table())
                        .key(key("a"))
                        .conditionExpression("x > :one")
                        .expressionAttributeValues(Map.of(":one", n("1")))))
                .asInstanceOf(InstanceOfAssertFactories.type(ConditionalCheckFailedException.class))
                .satisfies(failed -> assertThat(failed.hasItem()).isFalse());
        assertThatThrownBy(() -> client.updateItem(update("none", "SET x = :one")
                        .conditionExpression("attribute_exists(p)")
                        .expressionAttributeValues(Map.of(":one", n("1")))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .build()))
                .asInstanceOf(InstanceOfAssertFactories.type(ConditionalCheckFailedException.class))
                .satisfies(failed -> assertThat(failed.hasItem()).isFalse());
    }

    @Test
    void statementsInsertItemsThatAreNotThere() {
        put("a", Map.of("x", n("1")));
        assertThat(client.batchExecuteStatement(batch -> batch.statements(insert("a", "2"), insert("b", "3")))
                        .responses())
                .extracting(response ->
                        response.error() == null ? "" : response.error().codeAsString())
                .containsExactly("DuplicateItem", "");
        assertThat(get("a")).isEqualTo(item("a", Map.of("x", n("1"))));
        assertThat(get("b")).isEqualTo(item("b", Map.of("x", n("3"))));
        assertThat(code(() ->
                        client.batchExecuteStatement(batch -> batch.statements(insert("c", "1"), insert("c", "1")))))
                .isEqualTo("ValidationException");
        assertThat(code(() -> client.batchExecuteStatement(batch -> batch.statements(
                        Stream.iterate(insert("d", "1"), same -> same).limit(26).toList()))))
                .isEqualTo("ValidationException");
    }

    private BatchStatementRequest insert(String sort, String x) {
        Map<String, AttributeValue> item = item(sort, Map.of("x", n(x)));
        return BatchStatementRequest.builder()
                .statement("INSERT INTO \"" + table() + "\" VALUE {'p': ?, 's': ?, 'x': ?}")
                .parameters(item.get("p"), item.get("s"), item.get("x"))
                .build();
    }

    @Test
    void anUpdateMakesAnItemThatWasNotThere() {
        assertThat(update("a", "SET x = :x ADD y :one", Map.of(":x", s("x"), ":one", n("1")))
                        .attributes())
                .isEqualTo(item("a", Map.of("x", s("x"), "y", n("1"))));
    }

    @Test
    void operandsOfAnUpdateAreWhatTheyWereBefore() {
        put("a", Map.of("x", n("1"), "y", n("5")));
        assertThat(update("a", "SET x = y, y = x + :one REMOVE z", Map.of(":one", n("1")))
                        .attributes())
                .isEqualTo(item("a", Map.of("x", n("5"), "y", n("2"))));
    }

    @Test
    void updatesReachIntoMapsAndLists() {
        AttributeValue list = AttributeValue.fromL(List.of(s("0"), s("1"), s("2")));
        put("a", Map.of("m", AttributeValue.fromM(Map.of("l", list, "k", n("1")))));
        update(
                "a",
                "SET m.k = m.k - :one, m.l[7] = :new REMOVE m.l[0], m.l[1]",
                Map.of(":one", n("1"), ":new", s("3")));
        assertThat(get("a").get("m").m())
                .containsEntry("k", n("0"))
                .containsEntry("l", AttributeValue.fromL(List.of(s("2"), s("3"))));
        assertThat(code(() -> update("a", "SET q.r = :one", Map.of(":one", n("1")))))
                .isEqualTo("ValidationException");
        assertThat(code(() -> update("a", "SET x = q", Map.of()))).isEqualTo("ValidationException");
    }

    @Test
    void setsGrowAndShrinkAndVanish() {
        update("a", "ADD x :two", Map.of(":two", ss("one", "two")));
        update("a", "ADD x :more", Map.of(":more", ss("two", "three")));
        assertThat(get("a").get("x").ss()).containsExactlyInAnyOrder("one", "two", "three");
        update("a", "DELETE x :some", Map.of(":some", ss("one", "four")));
        assertThat(get("a").get("x").ss()).containsExactlyInAnyOrder("two", "three");
        update("a", "DELETE x :all", Map.of(":all", ss("two", "three")));
        assertThat(get("a")).doesNotContainKey("x");
    }

    @Test
    void returnsWhatIsAskedFor() {
        put("a", Map.of("x", n("1"), "y", n("1")));
        Map<String, AttributeValue> two = Map.of(":two", n("2"));
        UpdateItemRequest.Builder update = update("a", "SET x = :two").expressionAttributeValues(two);
        assertThat(client.updateItem(
                                update.returnValues(ReturnValue.UPDATED_OLD).build())
                        .attributes())
                .isEqualTo(Map.of("x", n("1")));
        assertThat(client.updateItem(
                                update.returnValues(ReturnValue.UPDATED_NEW).build())
                        .attributes())
                .isEqualTo(Map.of("x", n("2")));
        assertThat(client.updateItem(update.returnValues(ReturnValue.ALL_OLD).build())
                        .attributes())
                .isEqualTo(item("a", Map.of("x", n("2"), "y", n("1"))));
        assertThat(client.updateItem(update.returnValues(ReturnValue.NONE).build())
                        .hasAttributes())
                .isFalse();
        assertThat(client.deleteItem(delete ->
                                delete.tableName(table()).key(key("a")).returnValues(ReturnValue.ALL_OLD))
                        .hasAttributes())
                .isTrue();
        assertThat(client.deleteItem(delete ->
                                delete.tableName(table()).key(key("a")).returnValues(ReturnValue.ALL_OLD))
                        .hasAttributes())
                .isFalse();
        assertThat(code(() -> client.putItem(
                        put -> put.tableName(table()).item(item("a", Map.of())).returnValues(ReturnValue.ALL_NEW))))
                .isEqualTo("ValidationException");
    }

    @Test
    void refusesWhatIsNoRequest() {
        Map<String, AttributeValue> one = Map.of(":one", n("1"));
        assertThat(Stream.<Runnable>of(
                                () -> update("a", "SET status = :one", one),
                                () -> update("a", "SET x = :two", one),
                                () -> update("a", "SET x = :one, x = :one", one),
                                () -> update("a", "SET x = :one SET y = :one", one),
                                () -> update("a", "SET s = :one", one),
                                () -> update("a", "SET x = :one REMOVE x.y", one),
                                () -> update("a", "ADD x :s", Map.of(":s", s("s"))),
                                () -> update("a", "DELETE x :one", one),
                                () -> update("a", "SET x = nonsense(y, :one)", one),
                                () -> update("a", "x = :one", one),
                                () -> update("a", "SET #x = :one", one),
                                () -> update("a", "REMOVE x", one),
                                () -> put("", Map.of()),
                                () -> put("a", Map.of("l", n("1"))),
                                () -> put("a", Map.of("l", s(""))),
                                () -> put("a", Map.of("x", n("1e126"))),
                                () -> put("a", Map.of("x", n("one"))),
                                () -> put("a", Map.of("x", ss())),
                                () -> put("a", Map.of("x", s("x".repeat(410_000)))),
                                () -> client.getItem(
                                        get -> get.tableName(table()).key(Map.of("p", s("p")))),
                                () -> client.query(query("p = :p AND s = :s OR s = :p", values())
                                        .build()),
                                () -> client.query(
                                        query("s = :s", Map.of(":s", s("s"))).build()),
                                () -> client.query(
                                        query("p > :p", Map.of(":p", s("s"))).build()),
                                () -> client.query(
                                        query("p = :p AND s <> :s", values()).build()),
                                () -> client.query(query("p = :p AND s BETWEEN :s AND :p", values())
                                        .build()),
                                () -> client.query(
                                        query("p = :p", Map.of(":p", n("1"))).build()),
                                () -> client.query(query("p = :p", Map.of(":p", s("p")))
                                        .limit(0)
                                        .build()),
                                () -> client.query(query("p = :p", values())
                                        .filterExpression("s = :s")
                                        .build()),
                                () -> client.query(query("g = :p", Map.of(":p", s("p")))
                                        .indexName("global-index")
                                        .build()))
                        .map(DynamoDbFixture::code))
                .containsOnly("ValidationException");
    }

    private static Map<String, AttributeValue> values() {
        return Map.of(":p", s("p"), ":s", s("s"));
    }

    @Test
    void aTableThatIsNotThereIsSaidToBeSo() {
        assertThat(code(() ->
                        client.getItem(get -> get.tableName("no-such-table").key(key("a")))))
                .isEqualTo("ResourceNotFoundException");
    }

    @Test
    void batchesWriteAndReadSeveralItems() {
        List<WriteRequest> writes = Stream.of("a", "b")
                .map(sort -> WriteRequest.builder()
                        .putRequest(put -> put.item(item(sort, Map.of("x", s(sort)))))
                        .build())
                .toList();
        assertThat(client.batchWriteItem(batch -> batch.requestItems(Map.of(table(), writes)))
                        .unprocessedItems())
                .isEmpty();
        var read = client.batchGetItem(batch -> batch.requestItems(Map.of(
                table(),
                KeysAndAttributes.builder()
                        .keys(List.of(key("a"), key("b"), key("c")))
                        .consistentRead(true)
                        .build())));
        assertThat(read.responses().get(table())).hasSize(2);
        assertThat(code(() -> client.batchWriteItem(
                        batch -> batch.requestItems(Map.of(table(), List.of(writes.getFirst(), writes.getFirst()))))))
                .isEqualTo("ValidationException");
    }

    @Test
    void aTransactionIsMadeWholeOrNotAtAll() {
        put("a", Map.of("x", n("1")));
        TransactWriteItem fails = TransactWriteItem.builder()
                .update(update -> update.tableName(table())
                        .key(key("a"))
                        .updateExpression("SET x = :two")
                        .conditionExpression("x = :two")
                        .expressionAttributeValues(Map.of(":two", n("2")))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
        TransactWriteItem puts = TransactWriteItem.builder()
                .put(put -> put.tableName(table()).item(item("b", Map.of())))
                .build();
        assertThatThrownBy(() -> client.transactWriteItems(write -> write.transactItems(puts, fails)))
                .asInstanceOf(InstanceOfAssertFactories.type(TransactionCanceledException.class))
                .satisfies(cancelled -> {
                    assertThat(cancelled.cancellationReasons().getFirst().code())
                            .isEqualTo("None");
                    assertThat(cancelled.cancellationReasons().get(1).code()).isEqualTo("ConditionalCheckFailed");
                    assertThat(cancelled.cancellationReasons().get(1).item()).isEqualTo(get("a"));
                });
        assertThat(get("b")).isEmpty();
        TransactWriteItem checks = TransactWriteItem.builder()
                .conditionCheck(
                        check -> check.tableName(table()).key(key("a")).conditionExpression("attribute_exists(p)"))
                .build();
        client.transactWriteItems(write -> write.transactItems(puts, checks));
        assertThat(get("b")).isNotEmpty();
        assertThat(code(() -> client.transactWriteItems(write -> write.transactItems(puts, puts))))
                .isEqualTo("ValidationException");
    }

    @Test
    void aTransactionIsMadeOnceForOneToken() {
        TransactWriteItem adds = TransactWriteItem.builder()
                .update(update -> update.tableName(table())
                        .key(key("a"))
                        .updateExpression("ADD x :one")
                        .expressionAttributeValues(Map.of(":one", n("1"))))
                .build();
        String token = table() + "-token";
        client.transactWriteItems(write -> write.transactItems(adds).clientRequestToken(token));
        client.transactWriteItems(write -> write.transactItems(adds).clientRequestToken(token));
        assertThat(get("a")).containsEntry("x", n("1"));
        client.transactWriteItems(write -> write.transactItems(adds));
        assertThat(get("a")).containsEntry("x", n("2"));
    }
}
