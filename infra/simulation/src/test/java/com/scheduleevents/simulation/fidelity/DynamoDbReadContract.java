package com.scheduleevents.simulation.fidelity;

import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.code;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.item;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.key;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.n;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** What a client may expect of reads; the simulated DynamoDB and DynamoDB Local are held to the same. */
abstract class DynamoDbReadContract extends DynamoDbContract {

    DynamoDbReadContract(DynamoDbClient client) {
        super(client);
    }

    @Test
    void aQueryGivesARangeOfAPartitionInOrder() {
        Stream.of("a", "ab", "b", "c", "é", "😀").forEach(sort -> put(sort, Map.of()));
        client.putItem(put -> put.tableName(table()).item(Map.of("p", s("other"), "s", s("a"))));
        Map<String, AttributeValue> p = Map.of(":p", s("p"));
        assertThat(sorts(query("p = :p", p).build())).containsExactly("a", "ab", "b", "c", "é", "😀");
        assertThat(sorts(query("p = :p", p).scanIndexForward(false).limit(2).build()))
                .containsExactly("😀", "é", "c", "b", "ab", "a");
        Map<String, AttributeValue> a = Map.of(":p", s("p"), ":a", s("a"));
        assertThat(sorts(query("p = :p AND begins_with(s, :a)", a).build())).containsExactly("a", "ab");
        assertThat(sorts(query("begins_with(s, :a) and p = :p", a)
                        .scanIndexForward(false)
                        .build()))
                .containsExactly("ab", "a");
        assertThat(sorts(query("p = :p AND s > :a", a).build())).containsExactly("ab", "b", "c", "é", "😀");
        assertThat(sorts(query("p = :p AND s <= :a", a).build())).containsExactly("a");
        Map<String, AttributeValue> between = Map.of(":p", s("p"), ":a", s("aa"), ":b", s("b"));
        assertThat(sorts(query("p = :p AND (s BETWEEN :a AND :b)", between).build()))
                .containsExactly("ab", "b");
    }

    @Test
    void aPageThatIsFullSaysWhereTheNextBegins() {
        Stream.of("a", "b").forEach(sort -> put(sort, Map.of("l", s(sort))));
        Map<String, AttributeValue> p = Map.of(":p", s("p"));
        var first = client.query(query("p = :p", p).limit(2).build());
        assertThat(first.lastEvaluatedKey()).isEqualTo(key("b"));
        var second = client.query(query("p = :p", p)
                .limit(2)
                .exclusiveStartKey(first.lastEvaluatedKey())
                .build());
        assertThat(second.items()).isEmpty();
        assertThat(second.hasLastEvaluatedKey()).isFalse();
        assertThat(client.query(query("p = :p", p).limit(3).build()).hasLastEvaluatedKey())
                .isFalse();
        var ofIndex = client.query(
                query("p = :p", p).indexName("local-index").limit(1).build());
        assertThat(ofIndex.lastEvaluatedKey()).isEqualTo(item("a", Map.of("l", s("a"))));
        assertThat(sorts(query("p = :p", p).exclusiveStartKey(key("aa")).build()))
                .containsExactly("b");
    }

    @Test
    void aFilterDropsAfterTheLimitWasCounted() {
        Stream.of("a", "b", "c").forEach(sort -> put(sort, Map.of("x", s(sort))));
        var page = client.query(query("p = :p", Map.of(":p", s("p"), ":x", s("c")))
                .filterExpression("x = :x")
                .limit(2)
                .build());
        assertThat(page.items()).isEmpty();
        assertThat(page.scannedCount()).isEqualTo(2);
        var counted = client.query(query("p = :p", Map.of(":p", s("p"), ":x", s("a")))
                .filterExpression("x <> :x")
                .select(Select.COUNT)
                .build());
        assertThat(counted.count()).isEqualTo(2);
        assertThat(counted.hasItems()).isFalse();
    }

    @Test
    void aPageEndsAfterAMegabyte() {
        Stream.of("a", "b", "c", "d").forEach(sort -> put(sort, Map.of("x", s("x".repeat(380_000)))));
        var page = client.query(query("p = :p", Map.of(":p", s("p"))).build());
        assertThat(page.count()).isEqualTo(3);
        assertThat(page.lastEvaluatedKey()).isEqualTo(key("c"));
    }

    @Test
    void aProjectionShowsWhatItNames() {
        put("a", Map.of("x", n("1"), "y", n("2"), "status", s("s")));
        assertThat(client.getItem(get -> get.tableName(table())
                                .key(key("a"))
                                .projectionExpression("x, #status, nothing")
                                .expressionAttributeNames(Map.of("#status", "status")))
                        .item())
                .isEqualTo(Map.of("x", n("1"), "status", s("s")));
    }

    @Test
    void indexesHoldWhatHasTheirKeys() {
        put("a", Map.of("l", s("2"), "g", s("g"), "n", n("10"), "x", s("x")));
        put("b", Map.of("l", s("1"), "g", s("g"), "n", n("9")));
        put("c", Map.of("g", s("g")));
        assertThat(sorts(query("p = :p", Map.of(":p", s("p")))
                        .indexName("local-index")
                        .build()))
                .containsExactly("b", "a");
        QueryRequest.Builder global = query("g = :g AND n <= :ten", Map.of(":g", s("g"), ":ten", n("10")))
                .indexName("global-index")
                .consistentRead(false);
        pause();
        assertThat(client.query(global.build()).items())
                .containsExactly(
                        item("b", Map.of("g", s("g"), "n", n("9"))), item("a", Map.of("g", s("g"), "n", n("10"))));
        update("a", "SET l = :zero REMOVE n", Map.of(":zero", s("0")));
        pause();
        assertThat(sorts(query("p = :p", Map.of(":p", s("p")))
                        .indexName("local-index")
                        .build()))
                .containsExactly("a", "b");
        assertThat(client.query(global.build()).count()).isEqualTo(1);
        assertThat(code(() -> client.query(global.projectionExpression("x").build())))
                .isEqualTo("ValidationException");
    }

    /** Lets global indexes learn of what was written. */
    void pause() {}

    @Test
    void aScanComesByEverythingOnce() {
        for (int i = 0; i < 20; i++) {
            String partition = "p" + i % 7;
            String sort = "s" + i;
            client.putItem(put -> put.tableName(table()).item(Map.of("p", s(partition), "s", s(sort))));
        }
        assertThat(client
                        .scanPaginator(scan -> scan.tableName(table())
                                .limit(3)
                                .filterExpression("s <> :s")
                                .expressionAttributeValues(Map.of(":s", s("s3")))
                                .consistentRead(true))
                        .items()
                        .stream()
                        .map(item -> item.get("s").s()))
                .hasSize(19)
                .doesNotHaveDuplicates()
                .doesNotContain("s3");
    }
}
