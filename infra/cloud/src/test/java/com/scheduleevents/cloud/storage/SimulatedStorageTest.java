package com.scheduleevents.cloud.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.cloud.template.Template;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.kms.model.DataKeySpec;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyResponse;
import software.amazon.awssdk.services.sqs.model.Message;

class SimulatedStorageTest {

    private static final Template TEMPLATE = SimulatedStorage.template(Path.of("../../template.yaml"), Map.of());

    private final SimulatedStorage storage = new SimulatedStorage(TEMPLATE);
    private final String table = TEMPLATE.table("WebhooksTable").name();

    @Test
    void globalIndexShowsAWriteToTheNextCall() {
        put("acc_1", "whk_1", 5);

        assertThat(dueAt(5)).isEqualTo(1);
        put("acc_1", "whk_1", 6);
        assertThat(dueAt(5)).isZero();
        assertThat(dueAt(6)).isEqualTo(1);
    }

    @Test
    void refusesAsDynamoDbDoes() {
        put("acc_1", "whk_1", 5);

        assertThatThrownBy(() -> storage.dynamoDb().putItem(put -> put.tableName(table)
                        .item(row("acc_1", "whk_1", 5))
                        .conditionExpression("attribute_not_exists(id)")))
                .isInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void threadsTakeTurns() {
        CompletableFuture.allOf(IntStream.range(0, 8)
                        .mapToObj(thread -> CompletableFuture.runAsync(() -> IntStream.range(0, 50)
                                .forEach(_ -> storage.dynamoDb().updateItem(update -> update.tableName(table)
                                        .key(Map.of(
                                                "account_id", AttributeValue.fromS("acc_1"),
                                                "id", AttributeValue.fromS("whk_1")))
                                        .updateExpression("ADD n :one")
                                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))))))
                        .toArray(CompletableFuture[]::new))
                .join();

        assertThat(storage.rows(table)).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("n", AttributeValue.fromN("400")));
    }

    @Test
    void messageIsReceivedWhenItsDelayIsOver() {
        String queue = TEMPLATE.queue("RetryQueue").url();
        storage.sqs()
                .sendMessage(send -> send.queueUrl(queue).messageBody("later").delaySeconds(60));

        assertThat(received(queue)).isEmpty();
        storage.pass(Duration.ofSeconds(60));
        assertThat(received(queue)).extracting(Message::body).containsExactly("later");
    }

    @Test
    void keysOfTheTemplateWrap() {
        String key = TEMPLATE.keys().get("SecretsKey");
        GenerateDataKeyResponse made =
                storage.kms().generateDataKey(make -> make.keyId(key).keySpec(DataKeySpec.AES_256));

        SdkBytes unwrapped = storage.kms()
                .decrypt(decrypt -> decrypt.ciphertextBlob(made.ciphertextBlob()))
                .plaintext();

        assertThat(unwrapped).isEqualTo(made.plaintext());
    }

    private List<Message> received(String queue) {
        return storage.sqs().receiveMessage(receive -> receive.queueUrl(queue)).messages();
    }

    private void put(String account, String id, long dueAt) {
        storage.dynamoDb().putItem(put -> put.tableName(table).item(row(account, id, dueAt)));
    }

    private static Map<String, AttributeValue> row(String account, String id, long dueAt) {
        return Map.of(
                "account_id", AttributeValue.fromS(account),
                "id", AttributeValue.fromS(id),
                "probe_shard", AttributeValue.fromS("0"),
                "probe_at", AttributeValue.fromN(Long.toString(dueAt)));
    }

    private int dueAt(long time) {
        return storage.dynamoDb()
                .query(query -> query.tableName(table)
                        .indexName("due")
                        .keyConditionExpression("probe_shard = :shard AND probe_at = :time")
                        .expressionAttributeValues(Map.of(
                                ":shard", AttributeValue.fromS("0"),
                                ":time", AttributeValue.fromN(Long.toString(time)))))
                .count();
    }
}
