package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.Exhaustion;
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import com.scheduleevents.domain.webhook.WebhookStore.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The part of the contract of {@link WebhookStore} about what the service itself writes: disabling, claims of e-mails, and health.
 */
abstract class ServiceWritesContract {

    static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    static final Random RANDOM = new Random();
    static final RetriesExhausted WHY = new RetriesExhausted(
            NOW, EventId.mint(NOW, RANDOM), NOW.minusSeconds(86_400), 11, OutcomeClass.STATUS, OptionalInt.of(503));

    final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port, which has no webhooks of new accounts. */
    protected abstract WebhookStore webhooks();

    /**
     * The same store where no response is lost: a deletion or a health write whose response was lost is reported as not made,
     * which their callers take for the same.
     */
    protected WebhookStore reliable() {
        return webhooks();
    }

    /** Stores a webhook without a registration. */
    protected abstract void insert(Webhook webhook);

    @Test
    void disableHappensOnceAndMakesOneMailDue() {
        Webhook webhook = inserted();
        DueMail mail = DueMail.disabled(1);
        assertThat(webhooks().disable(account, webhook.id(), 2, WHY)).isEqualTo(Exhaustion.NOT_CONCERNED);
        assertThat(webhooks().disable(account, webhook.id(), 1, WHY)).isEqualTo(Exhaustion.DISABLED);
        RetriesExhausted another =
                new RetriesExhausted(NOW.plusSeconds(1), WHY.event(), NOW, 11, OutcomeClass.DNS, OptionalInt.empty());
        assertThat(webhooks().disable(account, webhook.id(), 1, another)).isEqualTo(Exhaustion.NOT_CONCERNED);
        assertThat(webhooks().find(account, webhook.id())).contains(webhook.disabled(WHY));
        assertThat(isDue(webhook, mail)).isTrue();
        assertThat(isDue(webhook, DueMail.disabled(2))).isFalse();
        webhooks().markMailed(account, webhook.id(), mail, NOW);
        webhooks().markMailed(account, webhook.id(), mail, NOW);
        assertThat(isDue(webhook, mail)).isFalse();
    }

    @Test
    void mailThatHasLapsedIsNotDueAndOthersStayDue() {
        Webhook webhook = inserted();
        webhooks().disable(account, webhook.id(), 1, WHY);
        DueMail mail = DueMail.disabled(1);
        webhooks().leaveOut(account, webhook.id(), new LeftOutMails(Map.of(mail, NOW), Set.of()));
        assertThat(isDue(webhook, mail)).as("it is only remembered").isTrue();
        webhooks().leaveOut(account, webhook.id(), new LeftOutMails(Map.of(), Set.of(DueMail.disabled(2))));
        assertThat(isDue(webhook, mail)).isTrue();
        for (int times = 0; times < 2; times++) {
            webhooks().leaveOut(account, webhook.id(), new LeftOutMails(Map.of(), Set.of(mail)));
            assertThat(isDue(webhook, mail)).isFalse();
        }
        assertThat(webhooks().find(account, webhook.id())).contains(webhook.disabled(WHY));
        webhooks().delete(account, webhook.id(), NOW);
        webhooks().leaveOut(account, webhook.id(), new LeftOutMails(Map.of(mail, NOW), Set.of(mail)));
        assertThat(webhooks().find(account, webhook.id())).isEmpty();
    }

    @Test
    void theEndOfACertificateMakesEachOfItsMailsDueOnce() {
        Instant end = NOW.plus(Duration.ofDays(20));
        Webhook webhook = inserted();
        webhooks().tell(account, webhook.id(), new CertificateEnd(end, DueMail.certificateEnding(NOW)));
        assertThat(isDue(webhook, DueMail.certificateEnding(NOW)))
                .as("it has no certificate")
                .isFalse();
        CertificateFacts facts = new CertificateFacts("CN=schedule-events", "CN=Clinic CA", "ab12", end);
        Webhook changed = webhook.with(webhook.settings().with(new SealedCertificate(facts, "k", "eee")), NOW);
        assertThat(webhooks().update(webhook, changed)).isTrue();

        for (DueMail mail : List.of(DueMail.certificateEnding(NOW), DueMail.certificateEnding(NOW.plusSeconds(9)))) {
            webhooks().tell(account, webhook.id(), new CertificateEnd(end.plusMillis(1), mail));
            assertThat(isDue(webhook, mail)).as("it has another certificate").isFalse();
            webhooks().tell(account, webhook.id(), new CertificateEnd(end, mail));
            assertThat(isDue(webhook, mail)).isTrue();
            webhooks().markMailed(account, webhook.id(), mail, NOW);
            webhooks().tell(account, webhook.id(), new CertificateEnd(end, mail));
            assertThat(isDue(webhook, mail)).as("it was due before").isFalse();
        }
        assertThat(webhooks().find(account, webhook.id())).contains(changed);
        webhooks().delete(account, webhook.id(), NOW);
        webhooks().tell(account, webhook.id(), new CertificateEnd(end, DueMail.certificateEnding(NOW)));
        assertThat(webhooks().find(account, webhook.id())).isEmpty();
    }

    @Test
    void mailIsClaimedByOneMailerUntilItsClaimEndsOrTheMailIsSent() {
        Webhook webhook = inserted();
        webhooks().disable(account, webhook.id(), 1, WHY);
        DueMail mail = DueMail.disabled(1);

        assertThat(claim(webhook, mail, NOW)).isEqualTo(MailClaim.CLAIMED);
        assertThat(claim(webhook, mail, NOW.plusSeconds(29))).isEqualTo(MailClaim.CLAIMED_ELSEWHERE);
        assertThat(claim(webhook, mail, NOW.plusSeconds(30))).isEqualTo(MailClaim.CLAIMED);
        webhooks().release(account, webhook.id(), NOW.plusSeconds(60));
        assertThat(claim(webhook, mail, NOW.plusSeconds(31))).isEqualTo(MailClaim.CLAIMED);
        webhooks().markMailed(account, webhook.id(), mail, NOW.plusSeconds(61));
        assertThat(claim(webhook, mail, NOW.plusSeconds(31))).isEqualTo(MailClaim.NOT_DUE);
        webhooks().delete(account, webhook.id(), NOW);
        assertThat(claim(webhook, mail, NOW.plusSeconds(32))).isEqualTo(MailClaim.NOT_DUE);
    }

    /** A mailer may be slow, and the SDK repeats a write whose response was lost. */
    @Test
    void claimOfAnotherMailerIsNotEnded() {
        Webhook webhook = inserted();
        WebhookSettings old = webhook.settings();
        Webhook moved = webhook.with(
                new WebhookSettings("https://example.org/", old.types(), old.clinic(), old.description()),
                WHY.failingSince().minusSeconds(1));
        assertThat(webhooks().update(webhook, moved)).isTrue();
        assertThat(webhooks().disable(account, webhook.id(), 1, WHY)).isEqualTo(Exhaustion.DISABLED);
        DueMail mine = DueMail.disabled(1);
        DueMail other = DueMail.urlChanged(moved.version());
        assertThat(claim(webhook, mine, NOW)).isEqualTo(MailClaim.CLAIMED);
        assertThat(claim(webhook, other, NOW.plusSeconds(30))).isEqualTo(MailClaim.CLAIMED);

        webhooks().release(account, webhook.id(), NOW.plusSeconds(30));
        assertThat(claim(webhook, other, NOW.plusSeconds(40))).isEqualTo(MailClaim.CLAIMED_ELSEWHERE);
        webhooks().markMailed(account, webhook.id(), mine, NOW.plusSeconds(30));
        assertThat(claim(webhook, mine, NOW.plusSeconds(40))).as("it was sent").isEqualTo(MailClaim.NOT_DUE);
        assertThat(claim(webhook, other, NOW.plusSeconds(40))).isEqualTo(MailClaim.CLAIMED_ELSEWHERE);
    }

    /** Its owner could do nothing about it while the account is suspended. */
    @Test
    void suspendedWebhookIsNotDisabled() {
        Webhook webhook = inserted();
        assertThat(webhooks().update(webhook, webhook.asSuspended(NOW))).isTrue();

        assertThat(webhooks().disable(account, webhook.id(), 1, WHY)).isEqualTo(Exhaustion.BEGINS_ANEW);
        assertThat(webhooks().find(account, webhook.id()).orElseThrow().isActive())
                .isTrue();
    }

    /** Otherwise the audit log would name the person who made the version before. */
    @Test
    void disabledWebhookDoesNotSayThatAPersonDisabledIt() {
        Webhook webhook = inserted();
        Webhook changed = webhook.with(
                        new WebhookSettings(webhook.url(), webhook.types(), webhook.clinic(), Optional.of("Till")), NOW)
                .by(Origin.operator(NOW));
        assertThat(webhooks().update(webhook, changed)).isTrue();
        assertThat(webhooks().disable(account, webhook.id(), 1, WHY)).isEqualTo(Exhaustion.DISABLED);
        assertThat(webhooks().find(account, webhook.id()).orElseThrow().origin())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, BEGINS_ANEW", "1, DISABLED", "-1, BEGINS_ANEW"})
    void disableDependsOnWhenTheUrlChanged(int millisLater, Exhaustion expected) {
        Webhook webhook = inserted();
        webhooks()
                .update(
                        webhook,
                        webhook.with(
                                new WebhookSettings(
                                        "https://example.org/", webhook.types(), Optional.empty(), Optional.empty()),
                                NOW));
        RetriesExhausted why = new RetriesExhausted(
                NOW.plusSeconds(9),
                WHY.event(),
                NOW.plusMillis(millisLater),
                11,
                OutcomeClass.DNS,
                OptionalInt.empty());

        assertThat(webhooks().disable(account, webhook.id(), 1, why)).isEqualTo(expected);
    }

    @Test
    void updateOfTheLabelKeepsWhatASenderFoundOutMeanwhile() {
        Webhook read = inserted();
        Health open = Health.UNKNOWN.withCircuit(new Circuit.Open(Duration.ofSeconds(40)), NOW);
        Written written = reliable().write(read, new HealthChange(Rule.OPENED, open));
        Webhook labelled = read.with(
                new WebhookSettings(read.url(), read.types(), Optional.empty(), Optional.of("desk")),
                NOW.plusSeconds(1));

        assertThat(written).isEqualTo(new Written.Done(read.with(open.withRevision(1))));
        assertThat(webhooks().update(read, labelled)).isTrue();
        assertThat(webhooks().find(account, read.id())).contains(labelled.with(open.withRevision(1)));
    }

    @Test
    void writeDoesNothingWhenTheHealthHasChangedSinceItWasRead() {
        Webhook read = inserted();
        Health slow = Health.UNKNOWN.withSlow(true);
        Webhook now = read.with(slow.withRevision(1));
        reliable().write(read, new HealthChange(Rule.MEASURED, slow));
        Set<DueMail> mails = Set.of(DueMail.recovered(NOW), DueMail.refused(NOW));
        HealthChange late = new HealthChange(Rule.PROBE_PASSED, Health.UNKNOWN.withHealthySince(NOW), mails);

        assertThat(webhooks().write(read, late)).isEqualTo(new Written.Outdated(now));
        assertThat(webhooks().find(account, read.id())).contains(now);
        assertThat(mails).noneMatch(mail -> isDue(read, mail));
        assertThat(webhooks().write(now, late))
                .isEqualTo(new Written.Done(now.with(late.health().withRevision(2))));
        assertThat(mails).allMatch(mail -> isDue(read, mail));
    }

    /** Attempts that fail side by side fail alike: each has to raise the score, or the circuit never opens. */
    @Test
    void equalFailuresOfTwoAttemptsCountTwice() {
        Webhook read = inserted();
        Health failing = Health.UNKNOWN.with(
                Failures.NONE.plus(NOW, NOW, new LastFailure(OutcomeClass.STATUS, OptionalInt.of(500)), 10));
        reliable().write(read, new HealthChange(Rule.FAILED, failing));

        assertThat(webhooks().write(read, new HealthChange(Rule.FAILED, failing)))
                .isEqualTo(new Written.Outdated(read.with(failing.withRevision(1))));
    }

    @Test
    void ruleIsAppliedAgainWhereAnotherWriterWasFaster() {
        Webhook read = inserted();
        reliable().write(read, new HealthChange(Rule.MEASURED, Health.UNKNOWN.withSlow(true)));

        Optional<HealthChange> changed = webhooks()
                .change(read, health -> Optional.of(new HealthChange(Rule.RECOVERED, health.withHealthySince(NOW))));

        Health both = Health.UNKNOWN.withSlow(true).withHealthySince(NOW).withRevision(2);
        assertThat(changed).contains(new HealthChange(Rule.RECOVERED, both));
        assertThat(webhooks().find(account, read.id())).contains(read.with(both));
        assertThat(webhooks().change(read, _ -> Optional.empty())).isEmpty();
    }

    /** A burst of attempts must not take the backlog from its probe. */
    @Test
    void probeIsTriedLongerThanAnAttempt() {
        assertThat(changedBesideOtherWriters(Rule.PROBED_EMPTY)).isPresent();
        assertThat(changedBesideOtherWriters(Rule.FAILED)).isEmpty();
    }

    /** Applies a rule while ten others write, each just before it. */
    private Optional<HealthChange> changedBesideOtherWriters(Rule rule) {
        Webhook read = inserted();
        AtomicInteger others = new AtomicInteger(10);
        return webhooks().change(read, health -> {
            if (others.getAndDecrement() > 0) {
                reliable().write(read.with(health), new HealthChange(Rule.MEASURED, health.withSlow(!health.slow())));
            }
            return Optional.of(new HealthChange(rule, health.withHealthySince(NOW)));
        });
    }

    @Test
    void writeDoesNothingWhenTheWebhookIsGoneDisabledSuspendedOrOfAnotherGeneration() {
        HealthChange change = new HealthChange(Rule.MEASURED, Health.UNKNOWN.withSlow(true));
        Webhook active = inserted();
        Webhook suspended = active.asSuspended(NOW);
        assertThat(webhooks().update(active, suspended)).isTrue();
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
        Webhook disabled = suspended.disabled(WHY);
        assertThat(webhooks().update(suspended, disabled)).isTrue();
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
        Webhook resumed = disabled.resumed(NOW);
        assertThat(webhooks().update(disabled, resumed)).isTrue();
        assertThat(webhooks().update(resumed, resumed.enabled(NOW))).isTrue();
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
        webhooks().delete(account, active.id(), NOW);
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
    }

    Webhook inserted() {
        return inserted(NOW);
    }

    Webhook inserted(Instant at) {
        Webhook webhook = webhook(at, Optional.empty(), new Clinics.All());
        insert(webhook);
        return webhook;
    }

    Webhook webhook(Optional<ClinicId> clinic, Clinics visible) {
        return webhook(NOW, clinic, visible);
    }

    private MailClaim claim(Webhook webhook, DueMail mail, Instant now) {
        return webhooks().claim(account, webhook.id(), mail, now, now.plusSeconds(30));
    }

    /** A claim that ends at once changes nothing. */
    boolean isDue(Webhook webhook, DueMail mail) {
        return webhooks().claim(account, webhook.id(), mail, NOW, NOW) == MailClaim.CLAIMED;
    }

    Webhook webhook(Instant at, Optional<ClinicId> clinic, Clinics visible) {
        return Webhook.registered(
                account,
                WebhookId.mint(at, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of(Webhook.ALL_TYPES), clinic, Optional.empty()),
                visible,
                new SealedSecret(1, "k", "aaa"),
                at);
    }
}
