package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.sqs.model.Message;

/** Tests that messages which this version never writes become dead-letter messages with a reason, or are dropped. */
@RequiresCapability(SharedClouds.STANDARD)
class BadMessagesTest {

    /** A delivery message of an account and a webhook. */
    private static final String DELIVERY = """
            {"v":1,"kind":"delivery","account":"%s","webhook":"%s","generation":1,"cycle":1,"attempt":1,\
            "not_before":"2026-01-01T00:00:00Z","payload":{"id":"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",\
            "type":"appointment.completed","clinic":"cln_harbour",\
            "json":"{\\"id\\":\\"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\\"}"}}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DeliveriesQueue | {\"v\":1,\"account_id\":\"acc_cut_1 | RetryDeadLetters | invalid JSON",
                "DeliveriesQueue | {\"v\":99,\"of\":\"deliveries\"} | RetryDeadLetters | not a delivery message of version",
                "DeliveriesQueue | {\"v\":1,\"kind\":\"delivery\",\"account\":\"acc_whole\"} | RetryDeadLetters | not a delivery message: ",
                "RetryQueue | {\"v\":1,\"account_id\":\"acc_cut_2 | RetryDeadLetters | invalid JSON",
                "RetryQueue | {\"v\":99,\"of\":\"retries\"} | RetryDeadLetters | not a delivery message of version",
                "RetryQueue | {\"v\":99,\"kind\":\"probe\"} | RetryDeadLetters | not a probe message of version",
                "RetryQueue | [\"no object\"] | RetryDeadLetters | not a delivery message of version",
                "ReplayQueue | {\"v\":1,\"account_id\":\"acc_cut_3 | ReplayDeadLetters | invalid JSON",
                "ReplayQueue | {\"v\":99,\"of\":\"replays\"} | ReplayDeadLetters | not a replay message of version",
                "MailQueue | {\"v\":1,\"account_id\":\"acc_cut_4 | MailDeadLetters | invalid JSON",
                "MailQueue | {\"v\":99,\"of\":\"mails\"} | MailDeadLetters | not a notice message of version",
                "UsageQueue | {\"v\":1,\"account_id\":\"acc_cut_5 | UsageDeadLetters | invalid JSON",
                "UsageQueue | {\"v\":99,\"of\":\"usage\"} | UsageDeadLetters | not a usage message of version"
            })
    void unreadableMessageBecomesADeadLetterWithItsReason(
            String queue, String body, String deadLetters, String reason, Target target, StackAccess stack) {
        StackState rows = new StackState(stack);

        rows.send(queue, body);

        Message deadLetter = Await.await("the dead-letter message")
                .until(() -> rows.deadLetter(deadLetters, body), Optional::isPresent)
                .orElseThrow();
        assertThat(deadLetter.messageAttributes())
                .hasEntrySatisfying("reason", attribute -> assertThat(attribute.stringValue())
                        .contains(reason));
    }

    @Test
    void messagesForUnknownOrForeignWebhooksAreDropped(Target target, StackAccess stack) {
        StackState rows = new StackState(stack);
        // An account of its own, so that other tests' events are not mistaken for forged ones.
        ApiClientAccount owner =
                new TenantOperations(stack, target).open(new AccountId("acc_forged"), new ClinicId("cln_forged"));
        ReceiverInbox inbox = ReceiverInbox.open(target, owner, "forged", List.of("appointment.completed"));
        String delivery = DELIVERY.replace("cln_harbour", "cln_forged");
        String since = Instant.now().minusSeconds(1).toString();

        rows.send("DeliveriesQueue", delivery.formatted("acc_demo", "whk_nobodys"));
        for (String queue : List.of("DeliveriesQueue", "RetryQueue")) {
            rows.send(queue, delivery.formatted("acc_other", inbox.webhook()));
        }
        rows.send(
                "RetryQueue",
                "{\"v\":1,\"kind\":\"probe\",\"account\":\"acc_other\",\"webhook\":\"" + inbox.webhook()
                        + "\",\"lease\":\"2026-01-01T00:00:00Z\"}");
        rows.send(
                "ReplayQueue",
                "{\"v\":1,\"kind\":\"replay\",\"account\":\"acc_other\",\"webhook\":\"" + inbox.webhook()
                        + "\",\"replay\":\"rpl_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\",\"step\":0}");
        rows.send(
                "MailQueue",
                "{\"v\":1,\"kind\":\"notice\",\"type\":\"warning\",\"about\":{\"account\":\"acc_other\",\"webhook\":\""
                        + inbox.webhook() + "\",\"generation\":1,\"host\":\"forged.example\"},\"failing_since\":\""
                        + since
                        + "\",\"attempts\":1,\"last\":{\"outcome\":\"dns\"}}");

        String event = owner.record(ChangeSamples.of("appointment.completed", "cln_forged", "prv_forged"));
        Await.await("the delivery").until(() -> inbox.accepted(event));
        for (String queue : List.of("DeliveriesQueue", "MailQueue")) {
            Await.await("the end of " + queue).until(() -> rows.isEmpty(queue));
        }
        // Other tests replay here too, so that queue is never empty. When this replay ends, earlier messages have been
        // handled.
        String replays = "/v1/webhooks/" + inbox.webhook() + "/replays";
        String replay = owner.post(replays, "{\"since\":\"" + since + "\",\"delivery_status\":\"dismissed\"}")
                .json()
                .path("id")
                .asText();
        Await.await("the end of " + replay).until(() -> !owner.get(replays + "/" + replay)
                .json()
                .path("status")
                .asText()
                .equals("running"));
        assertThat(inbox.deliveries())
                .extracting(ReceiverInbox.InboxDelivery::event)
                .containsExactly(event);
        assertThat(new MailboxClient(target).naming(inbox.webhook())).isEmpty();
        for (String deadLetterQueue :
                List.of("DeliveriesDeadLetters", "RetryDeadLetters", "ReplayDeadLetters", "MailDeadLetters")) {
            assertThat(rows.deadLetter(deadLetterQueue, inbox.webhook())).isEmpty();
        }
    }
}
