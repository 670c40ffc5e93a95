package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.Message;

/** Tests that what can never be handled becomes a dead-letter message at once, whole and with its reason. */
@RequiresCapability(SharedClouds.COMPRESSED)
class DeadLettersTest {

    @ParameterizedTest
    @CsvSource({
        "ChangesQueue, ChangesDeadLetters",
        "DeliveriesQueue, RetryDeadLetters",
        "RetryQueue, RetryDeadLetters",
        "ReplayQueue, ReplayDeadLetters",
        "MailQueue, MailDeadLetters"
    })
    void unreadableMessageBecomesADeadLetter(String queue, String deadLetters, StackAccess stack) {
        // LocalStack writes JSON anew before a function gets it.
        String body = "not JSON, for " + queue;
        stack.sqs().sendMessage(send -> send.queueUrl(stack.queue(queue)).messageBody(body));

        assertThat(deadLetter(stack, deadLetters, body).body()).isEqualTo(body);
    }

    @Test
    void webhookRowWithAnIncompleteMailBecomesADeadLetter(StackAccess stack) {
        put(stack, "acc_nobody", "whk_owing", Map.of("mails_due", AttributeValue.fromSs(List.of("disabled#1"))));

        assertThat(deadLetter(stack, "NotifierDeadLetters", "whk_owing").body()).contains("mails_due");
    }

    @Test
    void eventForAnUnreadableWebhookBecomesADeadLetterAndOthersGetIt(StackAccess stack, Target target) {
        AccountId account = new AccountId("acc_damaged");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(account, new ClinicId("cln_damaged"));
        ReceiverInbox inbox = ReceiverInbox.open(target, tenant, "beside-damaged", List.of("*"));
        put(stack, account.value(), "whk_damaged", Map.of("scope", AttributeValue.fromS("*")));

        String event = tenant.record(ChangeSamples.cancelled("cln_damaged", "prv_damaged"));

        Await.await("the delivery to the other webhook").until(() -> inbox.accepted(event));
        Message deadLetter = deadLetter(stack, "FanOutDeadLetters", event);
        assertThat(deadLetter.body()).contains("prv_damaged", "INSERT");
        assertThat(reason(deadLetter)).contains("whk_damaged", "lacks key_id");
    }

    @Test
    void replaySkipsAnUnreadableEventAndSendsItOnceFixed(StackAccess stack, Target target) {
        AccountId account = new AccountId("acc_torn");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(account, new ClinicId("cln_torn"));
        ReceiverInbox inbox = ReceiverInbox.open(target, tenant, "torn", List.of("*"));
        Instant since = Instant.now().minusSeconds(60);
        List<String> events = tenant.record(ChangeSamples.cancelled("cln_torn", "prv_torn"), 3);
        Await.await("the first deliveries").until(() -> events.stream().allMatch(inbox::accepted));
        String torn = events.get(1);
        update(stack, account, torn, "SET whole = body REMOVE body");

        String replays = "/v1/webhooks/" + inbox.webhook() + "/replays";
        String replay = replays + "/"
                + tenant.post(replays, "{\"since\":\"" + since + "\"}")
                        .json()
                        .path("id")
                        .asText();

        Message deadLetter = deadLetter(stack, "ReplayDeadLetters", torn);
        assertThat(reason(deadLetter)).startsWith(torn).contains("lacks body");
        Await.await("the replay's end")
                .until(() -> tenant.get(replay).json().path("status").asText().equals("completed"));
        assertThat(tenant.get(replay).json().path("events_queued").asInt()).isEqualTo(2);
        update(stack, account, torn, "SET body = whole REMOVE whole");
        new StackState(stack).send("ReplayQueue", deadLetter.body());
        Await.await("the delivery of the skipped event")
                .until(() -> inbox.deliveriesOf(torn).size() == 2);
    }

    private static void update(StackAccess stack, AccountId account, String event, String expression) {
        stack.dynamoDb().updateItem(update -> update.tableName(stack.table("EventsTable"))
                .key(Map.of("account_id", AttributeValue.fromS(account.value()), "id", AttributeValue.fromS(event)))
                .updateExpression(expression));
    }

    private static void put(StackAccess stack, String account, String webhook, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> row = new HashMap<>(more);
        row.put("account_id", AttributeValue.fromS(account));
        row.put("id", AttributeValue.fromS(webhook));
        stack.dynamoDb()
                .putItem(put -> put.tableName(stack.table("WebhooksTable")).item(row));
    }

    /** Waits for the dead-letter message that contains the text, and checks that it has a reason. */
    private static Message deadLetter(StackAccess stack, String queue, String text) {
        StackState rows = new StackState(stack);
        Message deadLetter = Await.await("a dead-letter message in " + queue)
                .until(() -> rows.deadLetter(queue, text), Optional::isPresent)
                .orElseThrow();
        assertThat(reason(deadLetter)).isNotBlank();
        return deadLetter;
    }

    private static String reason(Message deadLetter) {
        return Objects.requireNonNull(deadLetter.messageAttributes().get("reason"), "no reason")
                .stringValue();
    }
}
