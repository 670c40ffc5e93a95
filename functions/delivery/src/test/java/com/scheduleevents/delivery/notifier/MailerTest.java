package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplaySelection;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.samples.AuditSamples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class MailerTest extends MailerFixture {

    @Test
    void sendsEachMailOnceHoweverOftenTheNoticeIsDelivered() {
        for (Notice notice : notices) {
            assertThat(handle(notice)).isZero();
            assertThat(handle(notice)).isZero();
        }

        assertThat(sent)
                .extracting(ComposedMail::to)
                .hasSize(notices.size())
                .containsOnly(List.of("owner@example.com"));
        assertThat(sent).extracting(ComposedMail::subject).doesNotHaveDuplicates();
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.MAILS_SENT, (long) notices.size()));
    }

    @Test
    void leavesAMailToTheMailerThatIsSendingIt() {
        Notice.OfWebhook notice = notices.getFirst();
        webhooks.claim(ACCOUNT, WEBHOOK, notice.due(), NOW, NOW.plusSeconds(30));

        assertThat(handle(notice)).isEqualTo(1);
        assertThat(sent).isEmpty();
    }

    @Test
    void keepsAMailDueThatSesRefused() {
        for (Notice notice : notices) {
            refused = true;
            assertThat(handle(notice)).isEqualTo(1);
            refused = false;
            assertThat(handle(notice)).isZero();
        }

        assertThat(sent).hasSize(notices.size());
        assertThat(dead).isEmpty();
        long each = notices.size();
        assertThat(metrics.take())
                .isEqualTo(Map.of(Metric.MAILS_REFUSED, each, Metric.MAILS_SENT, each, Metric.MESSAGES_REPEATED, each));
    }

    @Test
    void storesAMalformedNoticeAsADeadLetter() {
        assertThat(handle("{}", MessageCodec.NOTICE.write(notices.getFirst()), "nonsense"))
                .isZero();

        assertThat(sent).hasSize(1);
        assertThat(dead)
                .containsOnly(
                        entry("{}", "not a notice message of version 1"),
                        entry("nonsense", "not a message: invalid JSON in line 1, column 1"));
    }

    @Test
    void storesANoticeWithoutAnOwnerAsADeadLetter() {
        String notice = MessageCodec.NOTICE.write(notices.getLast());
        Mailer ownerless = mailer(new InMemoryAccounts());

        assertThat(handle(ownerless, notice)).isZero();
        assertThat(dead).containsExactly(Map.entry(notice, "account acc_1 has no owner to e-mail"));
        assertThat(webhooks.claim(ACCOUNT, WEBHOOK, DueMail.disabled(1), NOW, NOW))
                .isEqualTo(MailClaim.CLAIMED);
        assertThat(sent).isEmpty();
    }

    @Test
    void sendsNothingAboutADeletedWebhook() {
        webhooks.delete(ACCOUNT, WEBHOOK, Instant.MAX);

        notices.forEach(notice -> assertThat(handle(notice)).isZero());
        assertThat(sent).isEmpty();
        assertThat(dead).isEmpty();
    }

    @Test
    void replayBeginsAtTheOldestEventThatTheReceiverDoesNotHave() {
        assertThat(replaySince()).isEqualTo(NOW.minusSeconds(60));

        EventId redelivered = EventId.firstAtOrAfter(NOW.minusSeconds(86_400));
        log.begin(WEBHOOK, LoggedDelivery.waiting(message(1, redelivered)), NOW);
        assertThat(replaySince()).isEqualTo(NOW.minusSeconds(86_400));

        EventId suspended = EventId.firstAtOrAfter(NOW.minusSeconds(200_000));
        addToBacklog(4, suspended.value());
        assertThat(replaySince()).isEqualTo(NOW.minusSeconds(200_000));

        attempted(NOW.minusSeconds(110_000), OutcomeClass.SUCCEEDED);
        attempted(NOW.minusSeconds(100_000), OutcomeClass.TIMEOUT);
        assertThat(replaySince()).as("one that failed for good").isEqualTo(NOW.minusSeconds(100_000));
    }

    private void attempted(Instant recorded, OutcomeClass outcome) {
        log.append(
                WEBHOOK,
                LoggedDelivery.attempted(
                        message(1, EventId.firstAtOrAfter(recorded)),
                        new AttemptOutcome(outcome, null, Duration.ZERO, null),
                        NOW,
                        Optional.empty(),
                        "token"),
                NOW);
    }

    /** It had not yet queued what it was asked for, so the log does not show that. */
    @Test
    void replayThatTheDisablingEndedIsRepeatedFromItsBeginning() {
        Webhook earlier = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        replay(earlier, NOW.minusSeconds(500_000), Optional.of(ReplayEnd.Why.WEBHOOK_DISABLED));
        Webhook next = earlier.enabled(Instant.EPOCH);
        replay(next, NOW.minusSeconds(400_000), Optional.of(ReplayEnd.Why.CANCELLED));
        replay(next, NOW.minusSeconds(300_000), Optional.of(ReplayEnd.Why.COMPLETED));
        for (int later = 0; later < 60; later++) {
            replay(next, NOW.minusSeconds(100), Optional.of(ReplayEnd.Why.COMPLETED));
        }
        replay(next, NOW.minusSeconds(200_000), Optional.empty());

        assertThat(replaySince()).isEqualTo(NOW.minusSeconds(300_000));
    }

    private int replayed;

    private void replay(Webhook to, Instant since, Optional<ReplayEnd.Why> end) {
        ReplaySelection selection = new ReplaySelection(since, NOW, Optional.empty());
        Replay replay = Replay.of(to, ReplayId.mint(NOW.plusMillis(++replayed), random), selection, NOW);
        assertThat(replays.start(replay, NOW, AuditSamples.entry(ACCOUNT))).isEmpty();
        end.ifPresent(why -> replays.replace(replay, replay.ended(why, NOW)));
    }

    /** What the e-mail about a disabling says, which is sent once. */
    private Instant replaySince() {
        Webhook read = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        Webhook enabled = read.enabled(Instant.EPOCH);
        webhooks.update(read, enabled);
        RetriesExhausted why = new RetriesExhausted(
                NOW, EventId.firstAtOrAfter(NOW.minusSeconds(60)), NOW, 11, OutcomeClass.TIMEOUT, OptionalInt.empty());
        webhooks.disable(ACCOUNT, WEBHOOK, enabled.generation(), why);
        About about = new About(
                ACCOUNT, WEBHOOK, enabled.generation(), "hooks.example.com", Optional.empty(), Optional.empty());
        sent.clear();
        handle(new Notice.Disabled(about, why));
        Matcher since = Pattern.compile("\"since\": \"([^\"]+)\"")
                .matcher(sent.getFirst().text());
        assertThat(since.find()).isTrue();
        return Instant.parse(since.group(1));
    }

    @Test
    void countsTheBacklogWhenTheMailIsWritten() {
        addToBacklog(1, "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PA");
        addToBacklog(1, "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
        addToBacklog(2, "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC");

        handle(notices.getLast());

        assertThat(sent.getFirst().text()).contains("2 events that waited,");
    }
}
