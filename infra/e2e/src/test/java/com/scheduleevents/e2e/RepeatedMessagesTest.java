package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.emulator.proxy.PlannedFaults.Fault;
import com.scheduleevents.emulator.proxy.PlannedFaults.Moment;
import com.scheduleevents.local.LocalCloud;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests that a message of each queue is handled again after a service failed once. */
@RequiresCapability(SharedClouds.BREAKABLE)
@ResourceLock(SharedClouds.BREAKABLE_CLOUD)
@Order(SharedClouds.FIRST)
class RepeatedMessagesTest {

    /** Refusals for a function that is to fail until its faults are cleared. */
    private static final int MORE_THAN_ARE_TRIED = 1_000;

    @Test
    void changeIsRecordedAfterAFailure(Target target, StackAccess stack, LocalCloud cloud) {
        CompletableFuture<Void> refused = refuse(cloud, "RecorderFunction", "PutItem", "EventsTable");

        new StackState(stack)
                .send(
                        "ChangesQueue",
                        "{\"account_id\":\"acc_demo\",\"event\":"
                                + ChangeSamples.of("appointment.completed", "cln_harbour", "prv_repeated") + "}");

        Await.await("the refusal").until(refused::isDone);
        Await.await("the event").until(() -> target.account().walk("/v1/events?type=appointment.completed").stream()
                .anyMatch(event -> event.path("provider_id").asText().equals("prv_repeated")));
    }

    @Test
    void firstAttemptAndRetryAreMadeAfterAFailure(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "repeated", List.of("appointment.completed"))
                .order("\"do\":\"status\",\"status\":500,\"times\":1");
        CompletableFuture<Void> first = refuse(cloud, "SenderFunction", "GetItem", "WebhooksTable");
        // The repeated first message reads the log, and then the retry does.
        CompletableFuture<Void> retry = refuse(cloud, "SenderFunction", "GetItem", "DeliveriesTable", 2);

        String event =
                target.account().record(ChangeSamples.of("appointment.completed", "cln_harbour", "prv_repeated"));

        Await.await("the refusals").until(() -> first.isDone() && retry.isDone());
        Await.await("the delivery").until(() -> inbox.accepted(event));
        inbox.delete(target.account());
    }

    @Test
    void pingsAreSentAfterFailures(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "repeated-pings", List.of("appointment.completed"));
        // One would do, if no probe of another test's webhook could be attempting the backlog, where failures are not
        // repeated.
        List<CompletableFuture<Void>> refused = Stream.generate(
                        () -> refuse(cloud, "SenderFunction", "GetItem", "WebhooksTable"))
                .limit(3)
                .toList();

        List<String> pings = Stream.generate(() -> target.account()
                        .post("/v1/webhooks/" + inbox.webhook() + "/ping", "")
                        .json()
                        .path("event_id")
                        .asText())
                .limit(3)
                .toList();

        Await.await("the refusals").until(() -> refused.stream().allMatch(CompletableFuture::isDone));
        Await.await("the pings").until(() -> pings.stream().allMatch(inbox::accepted));
        inbox.delete(target.account());
    }

    @Test
    void replayGoesOnAfterAFailure(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "repeated-replay", List.of("offer.accepted"));
        CompletableFuture<Void> refused = refuse(cloud, "ReplayerFunction", "GetItem", "ReplaysTable");
        String replays = "/v1/webhooks/" + inbox.webhook() + "/replays";

        String replay = target.account()
                .post(replays, "{\"since\":\"" + Instant.now().minusSeconds(60) + "\"}")
                .json()
                .path("id")
                .asText();

        Await.await("the refusal").until(refused::isDone);
        Await.await("the replay's end").until(() -> target.account()
                .get(replays + "/" + replay)
                .json()
                .path("status")
                .asText()
                .equals("completed"));
    }

    @Test
    void mailIsSentAfterAFailure(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "repeated-mail", List.of("offer.accepted"));
        CompletableFuture<Void> refused = refuse(cloud, "MailerFunction", "GetItem", "AccountsTable");

        MailTest.patch(
                target,
                "/v1/webhooks/" + inbox.webhook(),
                "{\"url\": \"https://127.0.0.1:" + target.receiver().getPort() + "/hooks/elsewhere\"}");

        Await.await("the refusal").until(refused::isDone);
        Await.await("the e-mail")
                .until(() -> !new MailboxClient(target).naming(inbox.webhook()).isEmpty());
    }

    @Test
    void sweepQueuesAMailThatIsDueAndItIsSentOnce(Target target, LocalCloud cloud) throws Exception {
        ReceiverInbox inbox = ReceiverInbox.open(target, "repeated-sweep", List.of("offer.accepted"));
        List<CompletableFuture<Void>> refused = refuseEach(cloud, "MailerFunction", "GetItem", "AccountsTable");
        MailTest.patch(
                target,
                "/v1/webhooks/" + inbox.webhook(),
                "{\"url\": \"https://127.0.0.1:" + target.receiver().getPort() + "/hooks/elsewhere\"}");
        Await.await("the refusal").until(refused.getFirst()::isDone);

        cloud.function("MailSweepFunction").invoke("{}".getBytes(StandardCharsets.UTF_8));
        cloud.faults().clear();

        Await.await("an empty queue").until(() -> CrashTest.isEmpty(cloud, "MailQueue"));
        assertThat(new MailboxClient(target).naming(inbox.webhook())).hasSize(1);
    }

    /** The sweep has the role that the template gives it. Nothing else writes to a row that cannot be read. */
    @Test
    void mailThatNobodyCouldComposeForLongIsNotDueAnyMore(StackAccess stack, LocalCloud cloud) throws Exception {
        Map<String, AttributeValue> row = Map.of(
                "account_id",
                AttributeValue.fromS("acc_nobody"),
                "id",
                AttributeValue.fromS("whk_lapsing"),
                "mails_due",
                AttributeValue.fromSs(List.of("disabled#1", "carrier_pigeon#7")),
                "mails_left_out",
                AttributeValue.fromSs(List.of("2026-01-01T00:00:00Z disabled#1")));
        stack.dynamoDb()
                .putItem(put -> put.tableName(stack.table("WebhooksTable")).item(row));

        cloud.function("MailSweepFunction").invoke("{}".getBytes(StandardCharsets.UTF_8));

        Map<String, AttributeValue> swept = stack.dynamoDb()
                .getItem(get -> get.tableName(stack.table("WebhooksTable"))
                        .consistentRead(true)
                        .key(Map.of("account_id", row.get("account_id"), "id", row.get("id"))))
                .item();
        assertThat(swept).containsEntry("mails_due", AttributeValue.fromSs(List.of("carrier_pigeon#7")));
        assertThat(swept.getOrDefault("mails_left_out", AttributeValue.fromSs(List.of()))
                        .ss())
                .singleElement()
                .asString()
                .matches("20\\S+Z carrier_pigeon#7");
    }

    /** The daily sweep sends it again, and the sender finds it in the log. */
    @Test
    void operationalEventWhoseMailIsDueForLongIsDeliveredOnce(Target target, LocalCloud cloud) throws Exception {
        ReceiverInbox operations = ReceiverInbox.open(target, "repeated-operations", List.of("webhook.disabled"));
        JsonNode key = target.account()
                .post("/v1/api_keys", "{\"description\":\"Till\",\"scopes\":[\"webhooks:write\"],\"clinic_ids\":null}")
                .json();
        ReceiverInbox inbox = ReceiverInbox.open(
                target, target.withKey(key.path("secret").asText()), "repeated-revocation", List.of("offer.accepted"));
        String keyId = key.path("id").asText();
        MailboxClient mails = new MailboxClient(target);
        Await.await("the e-mails about the key and the registrations")
                .until(() -> !mails.naming(keyId).isEmpty()
                        && !mails.ofRegistration(inbox.webhook()).isEmpty()
                        && !mails.ofRegistration(operations.webhook()).isEmpty());
        List<CompletableFuture<Void>> refused = refuseEach(cloud, "MailerFunction", "GetItem", "AccountsTable");
        // The schedule, compressed to a minute, may send the event again before the first attempt is in the log.
        refuseEach(cloud, "MailSweepFunction", "Scan", "WebhooksTable");

        target.account().delete("/v1/api_keys/" + keyId + "?with_webhooks=true");
        Await.await("the first refusal").until(refused.getFirst()::isDone);
        Await.await("the operational event")
                .until(() -> !OperationalEventsTest.reports(operations, inbox).isEmpty());
        // Only what is in the log is not sent again.
        String report =
                OperationalEventsTest.reports(operations, inbox).getFirst().event();
        Await.await("its log").until(() -> target.account()
                .get("/v1/webhooks/" + operations.webhook() + "/deliveries/" + report)
                .json()
                .path("status")
                .asText()
                .equals("succeeded"));
        cloud.faults().clear("MailSweepFunction");
        cloud.function("MailSweepFunction").invoke("{}".getBytes(StandardCharsets.UTF_8));
        cloud.faults().clear();

        Await.await("the e-mail").until(() -> !mails.naming(inbox.webhook()).isEmpty());
        Await.await("an empty queue").until(() -> CrashTest.isEmpty(cloud, "RetryQueue"));
        assertThat(OperationalEventsTest.reports(operations, inbox)).hasSize(1);
        operations.delete(target.account());
    }

    @Test
    void usageIsCountedAfterAFailure(LocalCloud cloud) throws Exception {
        CompletableFuture<Void> refused = refuse(cloud, "UsageCounterFunction", "Query", "EventsTable");

        cloud.function("UsagePlannerFunction").invoke("{}".getBytes(StandardCharsets.UTF_8));

        Await.await("the refusal").until(refused::isDone);
        Await.await("an empty queue").until(() -> CrashTest.isEmpty(cloud, "UsageQueue"));
    }

    @AfterEach
    void clearFaults(LocalCloud cloud) {
        cloud.faults().clear();
        Await.await("empty queues")
                .until(() -> CrashTest.isEmpty(cloud, "DeliveriesQueue") && CrashTest.isEmpty(cloud, "RetryQueue"));
    }

    /** Refuses every such call until the faults are cleared. */
    private static List<CompletableFuture<Void>> refuseEach(
            LocalCloud cloud, String function, String operation, String table) {
        return Stream.generate(() -> refuse(cloud, function, operation, table))
                .limit(MORE_THAN_ARE_TRIED)
                .toList();
    }

    private static CompletableFuture<Void> refuse(LocalCloud cloud, String function, String operation, String table) {
        return refuse(cloud, function, operation, table, 1);
    }

    private static CompletableFuture<Void> refuse(
            LocalCloud cloud, String function, String operation, String table, int nth) {
        return cloud.faults().refuse(new Fault(function, operation, table, nth, Moment.BEFORE));
    }
}
