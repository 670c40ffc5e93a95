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
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@ResourceLock(
        "kept queues") // ElasticMQ has one database pool a JVM: a second server that keeps its queues takes it over
class StorageTest {

    @Test
    void tablesAndQueuesSurviveARestart(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("template.yaml"), """
                Resources:
                  Queue: {Type: AWS::SQS::Queue, Properties: {VisibilityTimeout: 7, DelaySeconds: 0}}
                  Table:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                      TimeToLiveSpecification: {AttributeName: expires_at, Enabled: true}
                """);
        Optional<Path> data = Optional.of(directory.resolve("data"));
        try (Storage storage = started(file, data)) {
            storage.dynamoDb().putItem(put -> put.tableName("Table").item(Map.of("id", AttributeValue.fromS("kept"))));
            String url =
                    storage.sqs().getQueueUrl(get -> get.queueName("Queue")).queueUrl();
            storage.sqs().sendMessage(send -> send.queueUrl(url).messageBody("kept"));
        }
        try (Storage storage = started(file, data)) {
            assertThat(storage.dynamoDb().scan(scan -> scan.tableName("Table")).items())
                    .containsExactly(Map.of("id", AttributeValue.fromS("kept")));
            assertThat(storage.dynamoDb()
                            .describeTimeToLive(describe -> describe.tableName("Table"))
                            .timeToLiveDescription()
                            .attributeName())
                    .isEqualTo("expires_at");
            String url =
                    storage.sqs().getQueueUrl(get -> get.queueName("Queue")).queueUrl();
            assertThat(storage.sqs()
                            .getQueueAttributes(get -> get.queueUrl(url).attributeNames(QueueAttributeName.ALL))
                            .attributesAsStrings())
                    .containsEntry("VisibilityTimeout", "7");
            // ElasticMQ restores the messages after their queue.
            List<Message> restored = Awaitility.await()
                    .atMost(1, TimeUnit.MINUTES)
                    .until(
                            () -> storage.sqs()
                                    .receiveMessage(receive -> receive.queueUrl(url))
                                    .messages(),
                            messages -> !messages.isEmpty());
            assertThat(restored).singleElement().satisfies(message -> assertThat(message.body())
                    .isEqualTo("kept"));
        }
    }

    private static Storage started(Path file, Optional<Path> data) throws IOException {
        PseudoParameters pseudoParameters = PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
        Template template = Template.read(file, Map.of(), pseudoParameters);
        Storage storage = LocalStorage.start(0, pseudoParameters, data);
        storage.createTables(template.tables().values());
        storage.createQueues(template.queues().values());
        return storage;
    }
}
