package com.scheduleevents.aws.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.scheduleevents.domain.error.ServiceUnavailable;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

class ClockCheckedReadsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant DATE = Instant.parse("2026-11-27T15:00:00Z");

    private final InMemoryMetrics metrics = new InMemoryMetrics();

    /** The response names the second that began at {@code DATE}; the call takes {@code millis}. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, false",
        "-5000, 0, false",
        "-5001, 0, true",
        "-9000, 4000, false",
        "-9001, 4000, true",
        "6000, 0, false",
        "6001, 0, true",
        "6000, 8000, false",
        "6001, 8000, true",
        "-13000, 8000, false"
    })
    void clockMayBeFiveSecondsOffBeyondTheDurationOfTheCall(long began, long millis, boolean off) {
        List<Instant> times = new ArrayList<>(
                List.of(DATE.plusMillis(began), DATE.plusMillis(began).plusMillis(millis)));
        ClockCheckedReads reads =
                new ClockCheckedReads(responding("Fri, 27 Nov 2026 15:00:00 GMT"), times::removeFirst, metrics);

        if (off) {
            assertThatExceptionOfType(ServiceUnavailable.class)
                    .isThrownBy(() -> reads.getItem(get -> get.tableName("T")))
                    .withMessageContaining("2026-11-27T15:00:00Z");
        } else {
            assertThat(reads.getItem(get -> get.tableName("T"))).isNotNull();
        }
        metrics.flush();
        assertThat(metrics.take()).isEqualTo(off ? Map.of(Metric.FEED_AT_RISK, 1L) : Map.of());
    }

    /** Every read of a real DynamoDB has a date, whatever the operation. */
    @Test
    void clockOfAnotherHourIsRefusedByEveryRead() {
        String table = TABLES.named("AccountsTable");
        Map<String, AttributeValue> key = Map.of("pk", AttributeValue.fromS("a"), "sk", AttributeValue.fromS("b"));
        List<Consumer<DynamoDbClient>> calls = List.of(
                reads -> reads.getItem(get -> get.tableName(table).key(key)),
                reads -> reads
                        .batchGetItemPaginator(batch -> batch.requestItems(Map.of(
                                table,
                                KeysAndAttributes.builder().keys(List.of(key)).build())))
                        .stream()
                        .forEach(_ -> {}),
                reads -> reads
                        .queryPaginator(query -> query.tableName(table)
                                .keyConditionExpression("pk = :a")
                                .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("a"))))
                        .stream()
                        .forEach(_ -> {}));
        for (Duration off : List.of(Duration.ofHours(1), Duration.ofHours(-1))) {
            ClockCheckedReads reads =
                    new ClockCheckedReads(TABLES.dynamoDb(), () -> Instant.now().plus(off), metrics);
            assertThat(calls).allSatisfy(call -> assertThatExceptionOfType(ServiceUnavailable.class)
                    .isThrownBy(() -> call.accept(reads)));
        }
        ClockCheckedReads right = new ClockCheckedReads(TABLES.dynamoDb(), Instant::now, metrics);
        calls.forEach(call -> call.accept(right));
    }

    private static DynamoDbClient responding(String date) {
        return new DynamoDbClient() {
            @Override
            public GetItemResponse getItem(GetItemRequest request) {
                return (GetItemResponse) GetItemResponse.builder()
                        .sdkHttpResponse(SdkHttpResponse.builder()
                                .statusCode(200)
                                .putHeader("Date", date)
                                .build())
                        .build();
            }

            @Override
            public String serviceName() {
                return SERVICE_NAME;
            }

            @Override
            public void close() {}
        };
    }
}
