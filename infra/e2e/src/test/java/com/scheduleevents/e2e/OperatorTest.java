package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Tests the operator's commands on a running cloud. */
@ResourceLock("the operator's cloud")
class OperatorTest {

    @RegisterExtension
    static final CloudLog LOG = CloudLog.of("operator");

    private static LocalCloud cloud;
    private static OperatorCalls operator;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        cloud = SharedClouds.start(SharedClouds.options("operator"));
        Path file = directory.resolve("local-cloud.json");
        cloud.description().writeTo(file);
        operator = new OperatorCalls(file);
    }

    @AfterAll
    static void stop() {
        cloud.close();
    }

    @Test
    void unreadableEventIsDeliveredByARedriveOnceItsRowIsFixed() {
        Target target = Target.of(cloud.description());
        ReceiverInbox inbox = ReceiverInbox.open(target, "fixed", List.of("*"), "cln_station");
        String event = "evt_" + com.github.f4b6a3.ulid.UlidCreator.getUlid();
        put(Map.of(
                "account_id", AttributeValue.fromS("acc_demo"),
                "id", AttributeValue.fromS(event),
                "mark", AttributeValue.fromS("a payload")));
        awaitDeadLetters("FanOutDeadLetters", 1);

        assertThat(operator.run("dead-letters", "list")).contains("fan-out").contains("stream");
        assertThat(operator.run("dead-letters", "explain", "fan-out"))
                .contains("stream record", "account=acc_demo event=" + event, "lacks type")
                .doesNotContain("a payload");
        OperatorCalls.Ran stays = operator.execute("dead-letters", "redrive", "fan-out");
        assertThat(stays.status()).isEqualTo(1);
        assertThat(stays.err()).contains("stays: the table has no such event that can be read");
        put(Map.of(
                "account_id", AttributeValue.fromS("acc_demo"),
                "id", AttributeValue.fromS(event),
                "type", AttributeValue.fromS("appointment.completed"),
                "clinic_id", AttributeValue.fromS("cln_station"),
                "body", AttributeValue.fromS("{\"id\":\"" + event + "\"}")));
        assertThat(operator.run("dead-letters", "redrive", "fan-out", "--dry-run"))
                .contains("would be put back  1");
        assertThat(operator.run("dead-letters", "redrive", "fan-out")).contains("put back  1");

        Await.await("the delivery").until(() -> inbox.accepted(event));
        assertThat(deadLetters("FanOutDeadLetters")).isZero();
    }

    @Test
    void unreadableMessageReturnsToTheDeadLettersAfterARedrive() {
        send("DeliveriesQueue", "{\"v\":7,\"event\":\"a payload\"}");
        awaitDeadLetters("RetryDeadLetters", 1);

        assertThat(operator.run("dead-letters", "explain", "retries", "--json"))
                .contains("unreadable: not a delivery message of version 1")
                .doesNotContain("a payload");
        assertThat(operator.run("dead-letters", "redrive", "RetryDeadLetters", "--json"))
                .contains("\"put_back\" : 1");
        awaitDeadLetters("RetryDeadLetters", 1);
    }

    @Test
    void changeOfAClinicAddedLateIsRecordedOnceByRepeatedRedrives() {
        Target target = Target.of(cloud.description());
        String change =
                "{\"account_id\":\"acc_demo\",\"event\":" + ChangeSamples.cancelled("cln_late", "prv_late") + "}";
        send("ChangesQueue", change);
        awaitDeadLetters("ChangesDeadLetters", 1);
        assertThat(operator.run("dead-letters", "explain", "changes"))
                .contains("account=acc_demo clinic=cln_late idempotency_key=no", "clinic_not_allowed: clinic_id")
                .doesNotContain("prv_late");

        operator.run("clinic", "add", "acc_demo", "cln_late");
        String sent = deadLetterId("ChangesDeadLetters");
        operator.run("dead-letters", "redrive", "changes");
        Await.await("the event").until(() -> recorded(target) == 1);
        // Simulates a redrive that dies between putting a message back and deleting it.
        send("ChangesQueue", change.replaceFirst("\\{", "{\"idempotency_key\":\"" + sent + "\","));
        String other = target.account().record(ChangeSamples.cancelled("cln_late", "prv_other"));
        assertThat(other).isNotEmpty();
        Await.await("an empty queue").until(() -> left("ChangesQueue") == 0);
        assertThat(recorded(target)).isEqualTo(1);
    }

    private static long recorded(Target target) {
        return target.account().walk("/v1/events?clinic_id=cln_late").stream()
                .filter(event -> event.path("provider_id").asText().equals("prv_late"))
                .count();
    }

    private static String deadLetterId(String queue) {
        return cloud.storage()
                .sqs()
                .receiveMessage(receive -> receive.queueUrl(url(queue)).visibilityTimeout(0))
                .messages()
                .getFirst()
                .messageId();
    }

    @Test
    void fanOutOfATimeRangeQueuesMissedDeliveries() {
        Target target = Target.of(cloud.description());
        Instant since = Instant.now();
        ReceiverInbox inbox = ReceiverInbox.open(target, "outage", List.of("*"), "cln_harbour");
        String delivered = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_1"));
        awaitDelivery(target, inbox, delivered);
        String missed = recordWithoutFanOut();

        String[] command = {
            "fan-out",
            "--account",
            "acc_demo",
            "--webhook",
            inbox.webhook(),
            "--since",
            since.toString(),
            "--until",
            Instant.now().plusSeconds(5).toString()
        };
        assertThat(operator.run(OperatorCalls.with(command, "--dry-run"))).contains("would be queued  1");
        assertThat(inbox.deliveriesOf(missed)).isEmpty();
        assertThat(operator.run(command)).contains("queued    1", missed);
        awaitDelivery(target, inbox, missed);
        assertThat(operator.run(command)).contains("queued    0");
        assertThat(inbox.deliveriesOf(delivered)).hasSize(1);
        assertThat(operator.run(OperatorCalls.with(command, "--all"))).contains("queued    2");
        Await.await("the repeat").until(() -> inbox.deliveriesOf(delivered).size() == 2);
        operator.run("dead-letters", "redrive", "fan-out");
    }

    /** What a webhook gets of the time before its registration, its owner asks for. */
    @Test
    void fanOutOfATimeRangeReachesPullWebhooksAndNoneThatWasRegisteredLater() {
        Target target = Target.of(cloud.description());
        Instant since = Instant.now();
        String before = registerPullWebhook(target);
        String missed = recordWithoutFanOut();
        String later = registerPullWebhook(target);

        String[] command = {
            "fan-out",
            "--account",
            "acc_demo",
            "--since",
            since.toString(),
            "--until",
            Instant.now().plusSeconds(5).toString()
        };
        assertThat(operator.run(OperatorCalls.with(command, "--webhook", later)))
                .contains("queued    0", missed);
        assertThat(operator.run(OperatorCalls.with(command, "--webhook", before)))
                .contains("queued    1", missed);
        Await.await("the event in the queue").until(() -> target.account()
                .get("/v1/webhooks/" + before + "/queue")
                .text()
                .contains(missed));
        assertThat(target.account().get("/v1/webhooks/" + later + "/queue").text())
                .doesNotContain(missed);
        operator.run("dead-letters", "redrive", "fan-out");
    }

    private static String registerPullWebhook(Target target) {
        return target.account()
                .post("/v1/webhooks", "{\"mode\":\"pull\",\"types\":[\"appointment.completed\"]}")
                .json()
                .path("id")
                .asText();
    }

    /** Fan-out reads inserts only, so it misses a row that becomes an event by an update. */
    private static String recordWithoutFanOut() {
        String event = "evt_" + com.github.f4b6a3.ulid.UlidCreator.getUlid();
        Map<String, AttributeValue> row = Map.of(
                "account_id", AttributeValue.fromS("acc_demo"),
                "id", AttributeValue.fromS(event),
                "type", AttributeValue.fromS("appointment.completed"),
                "clinic_id", AttributeValue.fromS("cln_harbour"),
                "body", AttributeValue.fromS("{\"id\":\"" + event + "\"}"));
        put(Map.of("account_id", row.get("account_id"), "id", row.get("id")));
        awaitDeadLetters("FanOutDeadLetters", 1);
        put(row);
        return event;
    }

    /** Fan-out of a time range leaves out what is in the log. */
    private static void awaitDelivery(Target target, ReceiverInbox inbox, String event) {
        Await.await("the delivery").until(() -> inbox.accepted(event));
        Await.await("the log")
                .until(() -> !target.account().attempts(inbox.webhook(), event).isEmpty());
    }

    private static void put(Map<String, AttributeValue> row) {
        cloud.storage().dynamoDb().putItem(put -> put.tableName("EventsTable").item(row));
    }

    private static void send(String queue, String body) {
        cloud.storage().sqs().sendMessage(send -> send.queueUrl(url(queue)).messageBody(body));
    }

    private static void awaitDeadLetters(String queue, int count) {
        Await.await("the dead-letter message").until(() -> deadLetters(queue) == count);
    }

    private static int deadLetters(String queue) {
        return count(queue, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES);
    }

    /** Counts messages in the queue and messages that a function is handling. */
    private static int left(String queue) {
        return deadLetters(queue) + count(queue, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE);
    }

    private static int count(String queue, QueueAttributeName attribute) {
        return Integer.parseInt(cloud.storage()
                .sqs()
                .getQueueAttributes(get -> get.queueUrl(url(queue)).attributeNames(attribute))
                .attributes()
                .getOrDefault(attribute, "0"));
    }

    private static String url(String queue) {
        return cloud.description().resources().getOrDefault(queue, "");
    }
}
