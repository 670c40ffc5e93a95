package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.local.LocalCloud;
import com.scheduleevents.operator.Operator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** What an operator does to a running cloud, by the command line alone. */
@Execution(ExecutionMode.SAME_THREAD)
class OperatorTest {

    private static LocalCloud cloud;
    private static Path file;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        cloud = Cloud.start(Cloud.options("operator"));
        file = directory.resolve("local-cloud.json");
        cloud.description().writeTo(file);
    }

    @AfterAll
    static void stop() {
        cloud.close();
    }

    @Test
    void aRecordThatFanOutCouldNotReadIsDeliveredOnceItsRowIsMended() {
        Target target = Target.of(cloud.description());
        Inbox inbox = Inbox.open(target, "mended", List.of("*"), "cln_station");
        String event = "evt_" + com.github.f4b6a3.ulid.UlidCreator.getUlid();
        put(Map.of(
                "account_id", AttributeValue.fromS("acc_demo"),
                "id", AttributeValue.fromS(event),
                "mark", AttributeValue.fromS("a payload")));
        awaitLetters("FanOutDeadLetters", 1);

        assertThat(run("dead-letters", "list")).contains("fan-out").contains("stream");
        assertThat(run("dead-letters", "explain", "fan-out"))
                .contains("stream record", "account=acc_demo event=" + event, "lacks type")
                .doesNotContain("a payload");
        Ran stays = execute("dead-letters", "redrive", "fan-out");
        assertThat(stays.status()).isEqualTo(1);
        assertThat(stays.err()).contains("stays: the table has no such event that can be read");
        put(Map.of(
                "account_id", AttributeValue.fromS("acc_demo"),
                "id", AttributeValue.fromS(event),
                "type", AttributeValue.fromS("appointment.completed"),
                "clinic_id", AttributeValue.fromS("cln_station"),
                "body", AttributeValue.fromS("{\"id\":\"" + event + "\"}")));
        assertThat(run("dead-letters", "redrive", "fan-out", "--dry-run")).contains("would be put back  1");
        assertThat(run("dead-letters", "redrive", "fan-out")).contains("put back  1");

        Patience.await("the delivery").until(() -> inbox.accepted(event));
        assertThat(letters("FanOutDeadLetters")).isZero();
    }

    @Test
    void aMessageThatCannotBeReadIsExplainedAndComesBackOnce() {
        send("DeliveriesQueue", "{\"v\":7,\"event\":\"a payload\"}");
        awaitLetters("DeliveriesDeadLetters", 1);

        assertThat(run("dead-letters", "explain", "deliveries", "--json"))
                .contains("unreadable: not a delivery message of version 1")
                .doesNotContain("a payload");
        assertThat(run("dead-letters", "redrive", "DeliveriesDeadLetters", "--json")).contains("\"put_back\" : 1");
        awaitLetters("DeliveriesDeadLetters", 1);
    }

    @Test
    void aTimeIsFannedOutAgainToWhoeverWasMissed() {
        Target target = Target.of(cloud.description());
        Instant since = Instant.now();
        Inbox inbox = Inbox.open(target, "outage", List.of("*"), "cln_harbour");
        String delivered = target.account().record(Changes.cancelled("cln_harbour", "prv_1"));
        Patience.await("the delivery").until(() -> inbox.accepted(delivered));
        String missed = "evt_" + com.github.f4b6a3.ulid.UlidCreator.getUlid();
        Map<String, AttributeValue> row = Map.of(
                "account_id", AttributeValue.fromS("acc_demo"),
                "id", AttributeValue.fromS(missed),
                "type", AttributeValue.fromS("appointment.completed"),
                "clinic_id", AttributeValue.fromS("cln_harbour"),
                "body", AttributeValue.fromS("{\"id\":\"" + missed + "\"}"));
        // The stream's function looks at what was inserted alone, so what is changed into an event is missed.
        put(Map.of("account_id", row.get("account_id"), "id", row.get("id")));
        awaitLetters("FanOutDeadLetters", 1);
        put(row);

        String[] command = {
            "fan-out", "--account", "acc_demo", "--webhook", inbox.webhook(), "--since", since.toString(), "--until",
            Instant.now().plusSeconds(5).toString()
        };
        assertThat(run(with(command, "--dry-run"))).contains("would be queued  1");
        assertThat(inbox.deliveriesOf(missed)).isEmpty();
        assertThat(run(command)).contains("queued    1", missed);
        Patience.await("the delivery").until(() -> inbox.accepted(missed));
        assertThat(run(command)).contains("queued    0");
        assertThat(inbox.deliveriesOf(delivered)).hasSize(1);
        assertThat(run(with(command, "--all"))).contains("queued    2");
        Patience.await("the repeat").until(() -> inbox.deliveriesOf(delivered).size() == 2);
        run("dead-letters", "redrive", "fan-out");
    }

    private static String run(String... arguments) {
        Ran ran = execute(arguments);
        assertThat(ran.status()).as(ran.err()).isZero();
        return ran.out();
    }

    private static Ran execute(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine operator =
                Operator.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status = operator.execute(with(arguments, "--local", file.toString()));
        return new Ran(status, out.toString(), err.toString());
    }

    private record Ran(int status, String out, String err) {}

    private static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }

    private static void put(Map<String, AttributeValue> row) {
        cloud.storage().dynamoDb().putItem(put -> put.tableName("EventsTable").item(row));
    }

    private static void send(String queue, String body) {
        cloud.storage().sqs().sendMessage(send -> send.queueUrl(url(queue)).messageBody(body));
    }

    private static void awaitLetters(String queue, int count) {
        Patience.await("the dead letter").until(() -> letters(queue) == count);
    }

    private static int letters(String queue) {
        return Integer.parseInt(cloud.storage()
                .sqs()
                .getQueueAttributes(get ->
                        get.queueUrl(url(queue)).attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
                .attributes()
                .getOrDefault(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "0"));
    }

    private static String url(String queue) {
        return cloud.description().resources().getOrDefault(queue, "");
    }
}
