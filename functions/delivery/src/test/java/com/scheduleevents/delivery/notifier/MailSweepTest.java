package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.webhooks.StillDue;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.OperationalEvent;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what the daily sweep queues, and when an e-mail stops being due that nobody can compose. */
final class MailSweepTest extends MailerFixture {

    private static final DueMail PASSED = DueMail.recovered(NOW);
    private static final DueMail FAULTY = DueMail.disabled(1);
    private static final Map<DueMail, String> LEFT_OUT =
            Map.of(PASSED, "what it tells of has passed", FAULTY, "an e-mail is due, but the row lacks the webhook");

    private final List<Notice> queued = new ArrayList<>();
    private final List<DeliveryMessage> operational = new ArrayList<>();
    private boolean queueRefuses;

    private void sweep(StillDue... rows) {
        new MailSweep(
                        _ -> Stream.of(rows),
                        webhooks,
                        accounts,
                        (messages, _, _) -> operational.addAll(messages),
                        (notices, _, _) -> notices.forEach(this::queue),
                        Clock.fixed(now, ZoneOffset.UTC),
                        metrics)
                .handleRequest(InputStream.nullInputStream(), OutputStream.nullOutputStream(), null);
    }

    private void queue(Notice notice) {
        if (queueRefuses) {
            throw new IllegalStateException("throttled");
        }
        queued.add(notice);
    }

    private static StillDue row(
            AccountId account,
            List<Notice.OfWebhook> notices,
            Map<DueMail, String> leftOut,
            Map<DueMail, Instant> leftOutSince) {
        return new StillDue(account, WEBHOOK, notices, List.of(), leftOut, leftOutSince, Optional.empty());
    }

    private boolean isDue(DueMail mail) {
        MailClaim claim = webhooks.claim(ACCOUNT, WEBHOOK, mail, NOW, NOW.plusSeconds(1));
        webhooks.release(ACCOUNT, WEBHOOK, NOW.plusSeconds(1));
        return claim == MailClaim.CLAIMED;
    }

    @Test
    void queuesWhatTheRowHasTheFactsOf() {
        sweep(row(ACCOUNT, notices, Map.of(), Map.of()));
        assertThat(queued).isEqualTo(notices);
        assertThat(operational).isEmpty();
        assertThat(counted(Metric.MAILS_LAPSED)).isZero();
    }

    /** Whether one of them was queued before is not known, so the sender looks into the log. */
    @Test
    void queuesTheOperationalEventOfAMailThatIsStillDue() {
        webhooks.insert(Webhook.registered(
                ACCOUNT,
                new WebhookId("whk_2"),
                new ApiKeyId("key_1"),
                new WebhookSettings(
                        "https://ops.example.com/", List.of("webhook.failing"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "…"),
                NOW));
        OperationalEvent failing = OperationalEvent.of(
                        notices.get(1), webhooks.find(ACCOUNT, WEBHOOK).orElseThrow())
                .orElseThrow();

        sweep(new StillDue(
                ACCOUNT, WEBHOOK, List.of(notices.get(1)), List.of(failing), Map.of(), Map.of(), Optional.empty()));

        assertThat(operational).extracting(DeliveryMessage::payload).containsExactly(failing.payload());
        assertThat(operational.getFirst().drainedAt()).isPresent();
        assertThat(queued).containsExactly(notices.get(1));
    }

    @Test
    void makesTheMailDueThatACertificateEnds() {
        Instant end = NOW.plus(Duration.ofDays(6));
        CertificateEnd known = CertificateEnd.of(end, NOW).orElseThrow();
        Webhook webhook = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        CertificateFacts facts = new CertificateFacts("CN=schedule-events", "CN=Clinic CA", "ab12", end);
        webhooks.update(webhook, webhook.with(webhook.settings().with(new SealedCertificate(facts, "k", "eee")), NOW));

        sweep(new StillDue(ACCOUNT, WEBHOOK, List.of(), List.of(), Map.of(), Map.of(), Optional.of(known)));

        assertThat(isDue(known.mail())).isTrue();
        assertThat(queued).as("the notifier does, which follows the row").isEmpty();
    }

    /** A message with its facts may be a dead letter that the operator redrives: it is sent only while it is due. */
    @Test
    void whatCannotBeComposedStaysDueForAsLongAsAMessageOfItMayExist() {
        sweep(row(ACCOUNT, List.of(), LEFT_OUT, Map.of()));
        assertThat(webhooks.leftOut(WEBHOOK).map(LeftOutMails::since)).contains(Map.of(PASSED, NOW, FAULTY, NOW));
        now = NOW.plus(LeftOutMails.KEPT).minusMillis(1);
        sweep(row(ACCOUNT, List.of(), LEFT_OUT, Map.of(PASSED, NOW, FAULTY, NOW)));
        assertThat(isDue(PASSED)).isTrue();
        assertThat(isDue(FAULTY)).isTrue();
        assertThat(counted(Metric.MAILS_LAPSED)).isZero();
        assertThat(queued).isEmpty();
    }

    @Test
    void whatNobodyCanComposeIsRemovedAndCountedAndOthersAreSent() {
        now = NOW.plus(LeftOutMails.KEPT);
        Notice.OfWebhook sound = notices.get(1);
        sweep(row(ACCOUNT, List.of(sound), LEFT_OUT, Map.of(PASSED, NOW, FAULTY, NOW.plusMillis(1))));
        assertThat(isDue(PASSED)).isFalse();
        assertThat(isDue(FAULTY)).as("it was left out later").isTrue();
        assertThat(isDue(sound.due())).isTrue();
        assertThat(queued).containsExactly(sound);
        assertThat(counted(Metric.MAILS_LAPSED)).isEqualTo(1);
    }

    /** Otherwise, its e-mails would become dead letters again each day. */
    @Test
    void mailsOfAnAccountThatDoesNotExistAreLeftOut() {
        AccountId gone = new AccountId("acc_gone");
        sweep(row(gone, notices, Map.of(), Map.of()), row(ACCOUNT, notices, Map.of(), Map.of()));
        assertThat(queued).as("those of the other").isEqualTo(notices);
        now = NOW.plus(LeftOutMails.KEPT);
        sweep(row(
                gone,
                List.of(notices.getFirst()),
                Map.of(),
                Map.of(notices.getFirst().due(), NOW)));
        assertThat(counted(Metric.MAILS_LAPSED)).isEqualTo(1);
        assertThat(queued).hasSameSizeAs(notices);
    }

    /** It was repaired, or a release that knows its kind runs again: it is forgotten that it was ever left out. */
    @Test
    void whatCanBeComposedAgainIsSentHoweverLongItWasLeftOut() {
        now = NOW.plus(LeftOutMails.KEPT.multipliedBy(2));
        sweep(row(
                ACCOUNT,
                List.of(notices.getLast()),
                Map.of(),
                Map.of(notices.getLast().due(), NOW)));
        assertThat(queued).containsExactly(notices.getLast());
        assertThat(isDue(notices.getLast().due())).isTrue();
        assertThat(counted(Metric.MAILS_LAPSED)).isZero();
    }

    @Test
    void aQueueThatRefusesLeavesEverythingDue() {
        queueRefuses = true;
        assertThatThrownBy(() -> sweep(row(ACCOUNT, notices, Map.of(), Map.of())))
                .hasMessage("throttled");
        assertThat(notices).allMatch(notice -> isDue(notice.due()));
        queueRefuses = false;
        sweep(row(ACCOUNT, notices, Map.of(), Map.of()));
        assertThat(queued).isEqualTo(notices);
    }
}
