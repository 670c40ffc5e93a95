package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.SealedHeaders;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.Exhaustion;
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import com.scheduleevents.domain.webhook.WebhookStore.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of {@link WebhookStore}. */
public abstract class WebhookStoreContract {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final Random RANDOM = new Random();
    private static final RetriesExhausted WHY = new RetriesExhausted(
            NOW, EventId.mint(NOW, RANDOM), NOW.minusSeconds(86_400), 11, OutcomeClass.STATUS, OptionalInt.of(503));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port, which has no webhooks of new accounts. */
    protected abstract WebhookStore webhooks();

    /**
     * The same store where no response is lost: a deletion or a health write whose response was lost is reported as not made,
     * which their callers take for the same.
     */
    protected WebhookStore reliable() {
        return webhooks();
    }

    private static final WebhookSettings FILTERED = new WebhookSettings(
            "https://example.com/hook?a=1",
            List.of("offer.created", "offer.expired"),
            Set.of(HARBOUR, new ClinicId("cln_station")),
            Optional.of("Front desk ☎"),
            OptionalInt.of(5),
            Optional.of(EventFilter.parse("{\"provider_id\":[\"prv_1\",\"prv_2\"],\"duration_minutes\":[30]}")),
            Optional.of(new SealedHeaders(List.of("X-Key", "X-Tenant"), "k", "ccc")),
            true);

    /** Stores a webhook without a registration. */
    protected abstract void insert(Webhook webhook);

    @Test
    void findReturnsAWebhookWithAllItsFields() {
        Webhook plain = webhook(Optional.empty(), new Clinics.All());
        Webhook full = new Webhook(
                account,
                WebhookId.mint(NOW, RANDOM),
                new ApiKeyId("key_2"),
                FILTERED,
                new Clinics.Listed(Set.of(HARBOUR)),
                List.of(new SealedSecret(2, "k", "bbb"), new SealedSecret(1, "k", "aaa", Optional.of(NOW))),
                WebhookStatus.DISABLED,
                3,
                NOW.plusNanos(123),
                Optional.of(NOW),
                Optional.of("https://example.com/hook"),
                7,
                Optional.of(
                        new Origin(Origin.Type.API_KEY, Optional.of(new ApiKeyId("key_3")), Optional.of("r-1"), NOW)),
                Optional.of(new RetriesExhausted(NOW, WHY.event(), NOW, 1, OutcomeClass.DNS, OptionalInt.empty())),
                false,
                new Health(
                        41,
                        new Failures(
                                7,
                                12,
                                Optional.of(NOW),
                                Optional.of(new LastFailure(OutcomeClass.STATUS, OptionalInt.of(500))),
                                Optional.of(NOW.plusMillis(4))),
                        Optional.of(NOW.plusMillis(1)),
                        new Circuit.HalfOpen(2, Duration.ofSeconds(80)),
                        Optional.of(NOW.plusMillis(2)),
                        Optional.of(NOW.plusMillis(3)),
                        Optional.of(NOW.plusMillis(6)),
                        true,
                        Optional.of(new RejectedEvent(
                                WHY.event(),
                                NOW,
                                5,
                                new LastFailure(OutcomeClass.DNS, OptionalInt.empty()),
                                NOW.plusMillis(5)))));
        Webhook blind = webhook(Optional.empty(), new Clinics.Listed(Set.of()));
        Webhook less =
                webhook(Optional.empty(), new Clinics.All(Set.of(HARBOUR))).asSuspended();
        for (Webhook webhook : List.of(plain, full, blind, less)) {
            insert(webhook);
            assertThat(webhooks().find(account, webhook.id())).contains(webhook);
            assertThat(webhooks().find(new AccountId("acc_other"), webhook.id()))
                    .isEmpty();
        }
    }

    @Test
    void newestFirstListsWebhooksInPages() {
        List<Webhook> made = List.of(inserted(NOW), inserted(NOW.plusMillis(1)), inserted(NOW.plusMillis(2)));
        assertThat(webhooks().newestFirst(account, Optional.empty(), 10)).isEqualTo(made.reversed());
        assertThat(webhooks().newestFirst(account, Optional.empty(), 2))
                .isEqualTo(made.subList(1, 3).reversed());
        assertThat(webhooks().newestFirst(account, Optional.of(made.get(1).id()), 10))
                .containsExactly(made.get(0));
    }

    @Test
    void candidatesAreWebhooksOfTheClinicAndOfAllClinics() {
        Webhook all = webhook(Optional.empty(), new Clinics.All());
        Webhook harbour = webhook(Optional.of(HARBOUR), new Clinics.All());
        Webhook oldtown = webhook(Optional.of(new ClinicId("cln_oldtown")), new Clinics.All());
        List.of(all, harbour, oldtown).forEach(this::insert);
        assertThat(webhooks().candidates(account, HARBOUR).webhooks()).containsExactlyInAnyOrder(all, harbour);
        assertThat(webhooks().candidates(account, new ClinicId("cln_new")).webhooks())
                .containsExactly(all);
        assertThat(webhooks().candidates(account).webhooks()).containsExactlyInAnyOrder(all, harbour, oldtown);
        assertThat(webhooks().candidates(new AccountId("acc_other"), HARBOUR).webhooks())
                .isEmpty();
    }

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

    @Test
    void verifiedStoresTheUrlThatTheWebhookStillHas() {
        Webhook webhook = inserted();
        WebhookSettings other =
                new WebhookSettings("https://example.org/", webhook.types(), Optional.empty(), Optional.empty());
        webhooks().verified(webhook.with(other, NOW));
        assertThat(webhooks().find(account, webhook.id())).contains(webhook);
        webhooks().verified(webhook);
        webhooks().verified(webhook);
        assertThat(webhooks().find(account, webhook.id())).contains(webhook.verified());
    }

    /** Its owner could do nothing about it while the account is suspended. */
    @Test
    void suspendedWebhookIsNotDisabled() {
        Webhook webhook = inserted();
        assertThat(webhooks().update(webhook, webhook.asSuspended())).isTrue();

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
    void updateReplacesTheVersionItWasMadeFromAndNoOther() {
        Webhook webhook = inserted();
        webhooks().disable(account, webhook.id(), 1, WHY);
        Webhook disabled = webhook.disabled(WHY);
        Webhook changed = disabled.with(
                new WebhookSettings(
                        "https://example.org/", List.of("offer.created"), Optional.of(HARBOUR), Optional.of("x")),
                NOW);
        Webhook plain = changed.enabled().rotated(new SealedSecret(2, "k", "bbb"), NOW, Duration.ofDays(1));

        assertThat(webhooks().update(webhook, webhook.with(changed.settings(), NOW)))
                .isFalse();
        assertThat(webhooks().update(disabled, changed)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(changed);
        assertThat(webhooks().candidates(account, HARBOUR).webhooks()).containsExactly(changed);
        assertThat(webhooks().candidates(account, new ClinicId("cln_oldtown")).webhooks())
                .isEmpty();
        assertThat(webhooks().update(changed, changed.enabled())).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(changed.enabled());
        assertThat(webhooks().update(changed.enabled(), plain)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(plain);
        Webhook bare = plain.with(webhook.settings(), NOW.plusMillis(1));
        assertThat(webhooks().update(plain, bare)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(bare);
        assertThat(isDue(webhook, DueMail.disabled(1))).isTrue();
    }

    @Test
    void updateMakesAMailDueForAnotherUrlAlone() {
        Webhook webhook = inserted();
        WebhookSettings old = webhook.settings();
        Webhook labelled =
                webhook.with(new WebhookSettings(old.url(), old.types(), Optional.of(HARBOUR), Optional.of("x")), NOW);
        Webhook moved = labelled.with(
                new WebhookSettings("https://example.org/", old.types(), old.clinic(), old.description()),
                NOW.plusMillis(1));

        assertThat(webhooks().update(webhook, labelled)).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(2))).isFalse();
        assertThat(webhooks().update(labelled, moved)).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(3))).isTrue();
        webhooks().markMailed(account, webhook.id(), DueMail.urlChanged(3), NOW);
        assertThat(webhooks().update(moved, moved.disabled(WHY))).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(3))).isFalse();
        assertThat(isDue(webhook, DueMail.urlChanged(4))).isFalse();
    }

    @Test
    void revocationsMakeOnlySoManyMailsDue() {
        Webhook webhook = inserted();
        for (int i = 0; i <= DueMail.MOST_OF_A_CHANGE; i++) {
            Webhook revoked = webhook.keyRevoked(NOW);
            assertThat(reliable().update(webhook, revoked)).isTrue();
            webhook = revoked.enabled();
            assertThat(reliable().update(revoked, webhook)).isTrue();
        }
        assertThat(isDue(webhook, DueMail.revoked(Webhook.FIRST_GENERATION))).isTrue();
        assertThat(isDue(webhook, DueMail.revoked(webhook.generation() - 2))).isTrue();
        assertThat(isDue(webhook, DueMail.revoked(webhook.generation() - 1)))
                .as("the row stays small")
                .isFalse();
    }

    @Test
    void changesMakeOnlySoManyMailsOfAKindDue() {
        Webhook webhook = inserted();
        for (int i = 0; i <= DueMail.MOST_OF_A_CHANGE; i++) {
            Webhook moved = webhook.with(
                    new WebhookSettings(
                            "https://example.org/" + i, webhook.types(), Optional.empty(), Optional.empty()),
                    NOW);
            assertThat(reliable().update(webhook, moved)).isTrue();
            webhook = moved;
        }
        long first = Webhook.FIRST_VERSION + 1;
        assertThat(isDue(webhook, DueMail.urlChanged(first))).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(webhook.version() - 1))).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(webhook.version())))
                .as("the row stays small")
                .isFalse();

        Webhook rotated = webhook.rotated(new SealedSecret(2, "k", "bbb"), NOW, Duration.ofDays(1));
        assertThat(reliable().update(webhook, rotated)).isTrue();
        assertThat(isDue(webhook, DueMail.secretRotated(rotated.version()))).isTrue();
        assertThat(reliable()
                        .disable(
                                account,
                                webhook.id(),
                                1,
                                new RetriesExhausted(
                                        NOW,
                                        WHY.event(),
                                        NOW.plusMillis(1),
                                        11,
                                        OutcomeClass.DNS,
                                        OptionalInt.empty())))
                .isEqualTo(Exhaustion.DISABLED);
        assertThat(isDue(webhook, DueMail.disabled(1))).isTrue();
    }

    @Test
    void updateAddsAndRemovesFilterClinicsAndHeaders() {
        Webhook webhook = inserted();
        Webhook narrow = webhook.with(FILTERED, NOW);

        assertThat(webhooks().update(webhook, narrow)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(narrow);
        Webhook wide = narrow.with(webhook.settings(), NOW);
        assertThat(webhooks().update(narrow, wide)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(wide);
    }

    @Test
    void deletedWebhookStaysDeleted() {
        Webhook webhook = inserted();
        assertThat(reliable().delete(account, webhook.id(), Instant.now())).isTrue();
        assertThat(webhooks().delete(account, webhook.id(), Instant.now())).isFalse();
        assertThat(webhooks().disable(account, webhook.id(), 1, WHY)).isEqualTo(Exhaustion.NOT_CONCERNED);
        assertThat(webhooks().update(webhook, webhook.disabled(WHY))).isFalse();
        webhooks().markMailed(account, webhook.id(), DueMail.disabled(1), NOW);
        assertThat(isDue(webhook, DueMail.disabled(1))).isFalse();
        assertThat(webhooks().find(account, webhook.id())).isEmpty();
        assertThat(webhooks().newestFirst(account, Optional.empty(), 10)).isEmpty();
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
        HealthChange late =
                new HealthChange(Rule.FAILED, Health.UNKNOWN.withHealthySince(NOW), Optional.of(DueMail.warning(NOW)));

        assertThat(webhooks().write(read, late)).isEqualTo(new Written.Outdated(now));
        assertThat(webhooks().find(account, read.id())).contains(now);
        assertThat(isDue(read, DueMail.warning(NOW))).isFalse();
        assertThat(webhooks().write(now, late))
                .isEqualTo(new Written.Done(now.with(late.health().withRevision(2))));
        assertThat(isDue(read, DueMail.warning(NOW))).isTrue();
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

    @Test
    void writeDoesNothingWhenTheWebhookIsGoneDisabledSuspendedOrOfAnotherGeneration() {
        HealthChange change = new HealthChange(Rule.MEASURED, Health.UNKNOWN.withSlow(true));
        Webhook active = inserted();
        Webhook suspended = active.asSuspended();
        assertThat(webhooks().update(active, suspended)).isTrue();
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
        Webhook disabled = suspended.disabled(WHY);
        assertThat(webhooks().update(suspended, disabled)).isTrue();
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
        Webhook resumed = disabled.resumed(NOW);
        assertThat(webhooks().update(disabled, resumed)).isTrue();
        assertThat(webhooks().update(resumed, resumed.enabled())).isTrue();
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
        webhooks().delete(account, active.id(), NOW);
        assertThat(webhooks().write(active, change)).isInstanceOf(Written.Refused.class);
    }

    private Webhook inserted() {
        return inserted(NOW);
    }

    private Webhook inserted(Instant at) {
        Webhook webhook = webhook(at, Optional.empty(), new Clinics.All());
        insert(webhook);
        return webhook;
    }

    private Webhook webhook(Optional<ClinicId> clinic, Clinics visible) {
        return webhook(NOW, clinic, visible);
    }

    private MailClaim claim(Webhook webhook, DueMail mail, Instant now) {
        return webhooks().claim(account, webhook.id(), mail, now, now.plusSeconds(30));
    }

    /** A claim that ends at once changes nothing. */
    private boolean isDue(Webhook webhook, DueMail mail) {
        return webhooks().claim(account, webhook.id(), mail, NOW, NOW) == MailClaim.CLAIMED;
    }

    private Webhook webhook(Instant at, Optional<ClinicId> clinic, Clinics visible) {
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
