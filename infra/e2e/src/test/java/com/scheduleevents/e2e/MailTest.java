package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

/** Tests the e-mails about a change of URL, and the dead-letter messages of the mail queue. */
@RequiresCapability(SharedClouds.STANDARD)
class MailTest {

    @Test
    void ownerIsNotifiedOnceOfEachChangeOfUrlOnly(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "moving", List.of("offer.declined"));
        MailboxClient mailbox = new MailboxClient(target);
        String path = "/v1/webhooks/" + inbox.webhook();
        String elsewhere = "https://127.0.0.1:" + target.receiver().getPort();

        patch(target, path, "{\"description\": \"<b>Front desk</b>\"}");
        patch(target, path, "{\"url\": \"" + elsewhere + "/hooks/first?token=hidden\"}");
        Await.await("an e-mail").until(() -> mailbox.naming(inbox.webhook()).size() == 1);
        patch(target, path, "{\"url\": \"" + elsewhere + "/hooks/second?token=hidden\"}");
        List<JsonNode> mails =
                Await.await("another e-mail").until(() -> mailbox.naming(inbox.webhook()), found -> found.size() > 1);

        assertThat(mails).hasSize(2).allSatisfy(mail -> {
            assertThat(mail.path("to").toString()).isEqualTo("[\"owner@demo.example\"]");
            assertThat(mail.path("text").asText()).contains("127.0.0.1", "<b>Front desk</b>");
            assertThat(mail.path("html").asText()).contains("127.0.0.1", "&lt;b&gt;Front desk&lt;/b&gt;");
            assertThat(mail.toString()).doesNotContain("hidden", "token", "/hooks", target.key());
        });
        // A sweep, which comes every few seconds when a day is compressed, may be first and does not know the old host.
        assertThat(mails.getFirst().path("subject").asText())
                .isIn(
                        "\"<b>Front desk</b>\" at localhost now goes to 127.0.0.1",
                        "The URL of \"<b>Front desk</b>\" (127.0.0.1) was changed");
        assertThat(mails.getLast().path("subject").asText())
                .isEqualTo("The URL of \"<b>Front desk</b>\" (127.0.0.1) was changed");
    }

    static void patch(Target target, String path, String change) {
        assertThat(target.account()
                        .send("PATCH", path, target.account().json(), change)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void unreadableNoticeBecomesADeadLetterWithItsReason(StackAccess stack) {
        StackState rows = new StackState(stack);
        String forged = "{\"v\":2,\"kind\":\"gift\",\"account_id\":\"acc_nobody\",\"webhook_id\":\"whk_1\"}";

        rows.send("MailQueue", forged);

        Message deadLetter = Await.await("the dead-letter message")
                .until(() -> rows.deadLetter("MailDeadLetters", forged), Optional::isPresent)
                .orElseThrow();
        assertThat(deadLetter.messageAttributes())
                .hasEntrySatisfying("reason", reason -> assertThat(reason.stringValue())
                        .isEqualTo("not a notice message of version 1"));
    }
}
