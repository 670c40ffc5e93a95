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

/** What can never be handled goes aside at once, whole and with its reason, wherever it turns up. */
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
    void aMessageThatNobodyCanRead(String queue, String deadLetters, StackAccess backstage) {
        String body = "{\"v\":0,\"for\":\"" + queue + "\"}";
        backstage.sqs().sendMessage(send -> send.queueUrl(backstage.queue(queue))
                .messageBody(body));

        assertThat(letter(backstage, deadLetters, body).body()).isEqualTo(body);
    }

    @Test
    void aWebhookThatOwesAnEmailOfWhichItTellsNothing(StackAccess backstage) {
        put(backstage, "acc_nobody", "whk_owing", Map.of("mails_due", AttributeValue.fromSs(List.of("disabled#1"))));

        assertThat(letter(backstage, "NotifierDeadLetters", "whk_owing").body()).contains("mails_due");
    }

    @Test
    void anEventThatAnUnreadableWebhookMissesWhileTheOthersGetTheirs(StackAccess backstage, Target target) {
        AccountId account = new AccountId("acc_damaged");
        ApiClientAccount tenant = new TenantOperations(backstage, target).open(account, new ClinicId("cln_damaged"));
        ReceiverInbox inbox = ReceiverInbox.open(target, tenant, "beside-damaged", List.of("*"));
        put(backstage, account.value(), "whk_damaged", Map.of("scope", AttributeValue.fromS("*")));

        String event = tenant.record(ChangeSamples.cancelled("cln_damaged", "prv_damaged"));

        Await.await("the other's delivery").until(() -> inbox.accepted(event));
        Message letter = letter(backstage, "FanOutDeadLetters", event);
        assertThat(letter.body()).contains("prv_damaged", "INSERT");
        assertThat(reason(letter)).contains("whk_damaged", "lacks key_id");
    }

    @Test
    void anEventThatAReplayCannotReadIsLeftOutAndSentOnceItIsMended(StackAccess backstage, Target target) {
        AccountId account = new AccountId("acc_torn");
        ApiClientAccount tenant = new TenantOperations(backstage, target).open(account, new ClinicId("cln_torn"));
        ReceiverInbox inbox = ReceiverInbox.open(target, tenant, "torn", List.of("*"));
        Instant since = Instant.now().minusSeconds(60);
        List<String> events = tenant.record(ChangeSamples.cancelled("cln_torn", "prv_torn"), 3);
        Await.await("the first deliveries").until(() -> events.stream().allMatch(inbox::accepted));
        String torn = events.get(1);
        update(backstage, account, torn, "SET whole = body REMOVE body");

        String replays = "/v1/webhooks/" + inbox.webhook() + "/replays";
        String replay = replays + "/"
                + tenant.post(replays, "{\"since\":\"" + since + "\"}")
                        .json()
                        .path("id")
                        .asText();

        Message letter = letter(backstage, "ReplayDeadLetters", torn);
        assertThat(reason(letter)).startsWith(torn).contains("lacks body");
        Await.await("the replay's end")
                .until(() -> tenant.get(replay).json().path("status").asText().equals("completed"));
        assertThat(tenant.get(replay).json().path("events_queued").asInt()).isEqualTo(2);
        update(backstage, account, torn, "SET body = whole REMOVE whole");
        new StackState(backstage).send("ReplayQueue", letter.body());
        Await.await("what was left out").until(() -> inbox.deliveriesOf(torn).size() == 2);
    }

    private static void update(StackAccess backstage, AccountId account, String event, String expression) {
        backstage.dynamoDb().updateItem(update -> update.tableName(backstage.table("EventsTable"))
                .key(Map.of("account_id", AttributeValue.fromS(account.value()), "id", AttributeValue.fromS(event)))
                .updateExpression(expression));
    }

    private static void put(StackAccess backstage, String account, String webhook, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> row = new HashMap<>(more);
        row.put("account_id", AttributeValue.fromS(account));
        row.put("id", AttributeValue.fromS(webhook));
        backstage.dynamoDb().putItem(put -> put.tableName(backstage.table("WebhooksTable"))
                .item(row));
    }

    /** The one that holds the text; it has a reason. */
    private static Message letter(StackAccess backstage, String queue, String text) {
        Message letter = Await.await("a letter in " + queue)
                .until(
                        () -> backstage
                                .sqs()
                                .receiveMessage(receive -> receive.queueUrl(backstage.queue(queue))
                                        .messageAttributeNames("All")
                                        .maxNumberOfMessages(10)
                                        .visibilityTimeout(1))
                                .messages()
                                .stream()
                                .filter(message -> message.body().contains(text))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        assertThat(reason(letter)).isNotBlank();
        return letter;
    }

    private static String reason(Message letter) {
        return Objects.requireNonNull(letter.messageAttributes().get("reason"), "no reason")
                .stringValue();
    }
}
