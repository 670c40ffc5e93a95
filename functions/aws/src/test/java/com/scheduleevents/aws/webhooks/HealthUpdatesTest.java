package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import com.scheduleevents.domain.webhook.WebhookStore.Written;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that DynamoDB holds exactly the health that the domain decided, and only where nothing changed meanwhile. */
final class HealthUpdatesTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Random RANDOM = new Random();
    private static final Instant T = Instant.parse("2026-11-21T10:00:00Z");
    private static final LastFailure FAILURE = new LastFailure(OutcomeClass.STATUS, OptionalInt.of(503));
    private static final LastFailure OTHER = new LastFailure(OutcomeClass.DNS, OptionalInt.empty());
    private static final RejectedEvent REJECTED =
            new RejectedEvent(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"), T.minusSeconds(3600), 5, FAILURE, T);
    private static final Circuit OPEN = new Circuit.Open(Duration.ofSeconds(40));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

    @Test
    void everyHealthCanFollowEveryOther() {
        for (Health before : rows().toList()) {
            for (Health after : rows().toList()) {
                Webhook read = inserted(before);
                DueMail mail = DueMail.warning(T);

                Written written = webhooks.write(read, new HealthChange(Rule.FAILED, after, Optional.of(mail)));

                Webhook expected = read.with(after.withRevision(1));
                assertThat(written).as("%s after %s", after, before).isEqualTo(new Written.Done(expected));
                assertThat(webhooks.find(account, read.id())).contains(expected);
                assertThat(webhooks.claim(account, read.id(), mail, T, T)).isEqualTo(MailClaim.CLAIMED);
            }
        }
    }

    @Test
    void nothingIsWrittenWhenTheHealthHasChangedSinceItWasRead() {
        Webhook read = inserted(Health.UNKNOWN);
        HealthChange first = new HealthChange(Rule.MEASURED, Health.UNKNOWN.withSlow(true));
        Webhook now = read.with(first.health().withRevision(1));
        webhooks.write(read, first);

        HealthChange late =
                new HealthChange(Rule.FAILED, Health.UNKNOWN.withHealthySince(T), Optional.of(DueMail.warning(T)));
        assertThat(webhooks.write(read, late)).isEqualTo(new Written.Outdated(now));
        assertThat(webhooks.find(account, read.id())).contains(now);
        assertThat(webhooks.claim(account, read.id(), DueMail.warning(T), T, T)).isEqualTo(MailClaim.NOT_DUE);
        // The SDK repeats a write whose response was lost.
        assertThat(webhooks.write(read, first)).isEqualTo(new Written.Done(now));
    }

    @Test
    void nothingIsWrittenWhenTheWebhookIsGoneDisabledSuspendedOrOfAnotherGeneration() {
        HealthChange change = new HealthChange(Rule.MEASURED, Health.UNKNOWN.withSlow(true));
        Webhook active = inserted(Health.UNKNOWN);
        Webhook suspended = active.asSuspended(T);
        webhooks.update(active, suspended);
        assertThat(webhooks.write(active, change)).isInstanceOf(Written.Refused.class);
        Webhook disabled = suspended.disabled(new Disabling.Requested(T));
        webhooks.update(suspended, disabled);
        assertThat(webhooks.write(active, change)).isInstanceOf(Written.Refused.class);
        Webhook enabled = disabled.enabled(T);
        webhooks.update(disabled, enabled);
        assertThat(webhooks.write(active, change)).isInstanceOf(Written.Refused.class);
        webhooks.delete(account, active.id(), Instant.now());
        assertThat(webhooks.write(active, change)).isInstanceOf(Written.Refused.class);
        assertThat(webhooks.find(account, active.id())).isEmpty();
    }

    /** What the domain decided from a health that has changed meanwhile must never be written. */
    @Test
    void everyChangeOfTheHealthRaisesItsRevision() {
        Webhook read = inserted(Health.UNKNOWN.withSlow(true));
        Webhook moved = read.with(
                new WebhookSettings("https://example.org/", read.types(), Optional.empty(), Optional.empty()), T);
        webhooks.update(read, moved);
        assertThat(found(read).revision()).isEqualTo(1);
        Webhook suspended = moved.asSuspended(T.plusSeconds(1));
        webhooks.update(moved, suspended);
        assertThat(found(read).revision()).isEqualTo(2);
        Webhook resumed = suspended.resumed(T);
        webhooks.update(suspended, resumed);
        assertThat(found(read).revision()).isEqualTo(3);
        Webhook disabled = resumed.disabled(new Disabling.Requested(T));
        webhooks.update(resumed, disabled);
        assertThat(found(read).revision()).isEqualTo(4);
        webhooks.update(disabled, disabled.enabled(T));
        assertThat(found(read).revision()).isEqualTo(5);
    }

    @Test
    void ownersChangeResetsHealthOnlyWhenItConcernsTheReceiver() {
        Health failing = rows().filter(Health::isCircuitOpen).findFirst().orElseThrow();
        Webhook read = inserted(failing);
        Webhook labelled = read.with(
                new WebhookSettings(read.url(), read.types(), Optional.empty(), Optional.of("desk")), T.plusSeconds(1));
        assertThat(webhooks.update(read, labelled)).isTrue();
        assertThat(found(read)).isEqualTo(failing);

        Webhook moved = labelled.with(
                new WebhookSettings("https://example.org/", read.types(), Optional.empty(), Optional.empty()),
                T.plusSeconds(2));
        assertThat(webhooks.update(labelled, moved)).isTrue();
        assertThat(found(read)).isEqualTo(moved.health());
        assertThat(found(read).isFailing()).isFalse();
        assertThat(found(read).isCircuitOpen()).isTrue();

        Webhook disabled = moved.disabled(new Disabling.Requested(T));
        assertThat(webhooks.update(moved, disabled)).isTrue();
        assertThat(found(read)).isEqualTo(disabled.health());
        assertThat(webhooks.update(disabled, disabled.enabled(T))).isTrue();
        assertThat(found(read)).isEqualTo(Health.UNKNOWN.withRevision(3));
    }

    @Test
    void suspensionClearsTheCircuitAndResumptionOpensIt() {
        for (Health row : rows().toList()) {
            Webhook read = inserted(row);
            Webhook suspended = read.asSuspended(T);
            assertThat(webhooks.update(read, suspended)).isTrue();
            assertThat(webhooks.find(account, read.id())).contains(suspended);
            assertThat(found(read).isCircuitOpen()).isFalse();
            assertThat(found(read).dueAt()).contains(T);
            assertThat(found(read).waitNotice()).isEqualTo(row.waitNotice());

            Webhook moved = suspended.with(
                    new WebhookSettings("https://example.org/", read.types(), Optional.empty(), Optional.empty()), T);
            assertThat(webhooks.update(suspended, moved)).isTrue();
            assertThat(webhooks.find(account, read.id())).contains(moved);

            Webhook resumed = moved.resumed(T.plusSeconds(9));
            assertThat(webhooks.update(moved, resumed)).isTrue();
            assertThat(webhooks.find(account, read.id())).contains(resumed);
            assertThat(found(read).isCircuitOpen()).isTrue();
            assertThat(found(read).dueAt()).contains(T.plusSeconds(9));
            assertThat(found(read).isFailing()).isFalse();
        }
    }

    @Test
    void enablingAndResumingAPullWebhookLetItBeWatchedAgain() {
        Webhook read = Webhook.registered(
                account,
                WebhookId.mint(T, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings(
                        WebhookSettings.PULLED, List.of(Webhook.ALL_TYPES), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                T);
        StoredWebhooks.put(TABLES, read);
        assertThat(webhooks.find(account, read.id())).contains(read);
        Webhook suspended = read.asSuspended(T);
        Webhook resumed = suspended.resumed(T.plusSeconds(9));
        Webhook disabled = resumed.disabled(new Disabling.Requested(T));
        Webhook enabled = disabled.enabled(T);
        Webhook[] versions = {read, suspended, resumed, disabled, enabled};
        for (int next = 1; next < versions.length; next++) {
            assertThat(webhooks.update(versions[next - 1], versions[next])).isTrue();
            assertThat(webhooks.find(account, read.id())).contains(versions[next]);
            boolean active = versions[next].isActive();
            assertThat(found(read).dueAt().isPresent()).isEqualTo(active);
            assertThat(found(read).hasBacklog()).isEqualTo(active && !versions[next].suspended());
        }
        Webhook suspendedLater =
                enabled.asSuspended(T).disabled(new Disabling.Requested(T)).enabled(T);
        assertThat(suspendedLater.health().dueAt()).isPresent();
        assertThat(suspendedLater.health().hasBacklog()).isFalse();
    }

    @Test
    void healthSurvivesAConcurrentChangeOfTheLabel() {
        Webhook read = inserted(Health.UNKNOWN);
        Health open = Health.UNKNOWN.withCircuit(OPEN, T);
        webhooks.write(read, new HealthChange(Rule.OPENED, open));
        Webhook labelled = read.with(
                new WebhookSettings(read.url(), read.types(), Optional.empty(), Optional.of("desk")), T.plusSeconds(1));

        assertThat(webhooks.update(read, labelled)).isTrue();
        assertThat(found(read)).isEqualTo(open.withRevision(1));
    }

    private Health found(Webhook webhook) {
        return webhooks.find(account, webhook.id()).orElseThrow().health();
    }

    private static Stream<Health> rows() {
        Health failing = Health.UNKNOWN
                .with(new Failures(
                        9,
                        12,
                        Optional.of(T),
                        Optional.of(T.plusSeconds(70)),
                        Optional.of(OTHER),
                        Optional.empty(),
                        Optional.empty()))
                .withHealthySince(T.minusSeconds(60))
                .withClosedCircuit(Optional.of(T.plusSeconds(3600)));
        Health open = failing.withCircuit(OPEN, T.plusSeconds(10));
        Health halfOpen = open.withCircuit(new Circuit.HalfOpen(2, Duration.ofSeconds(20)), T.plusSeconds(11));
        Health warned = open.with(open.failures().warned(T.plusSeconds(3600)));
        Health draining = Health.UNKNOWN
                .withCircuit(new Circuit.Draining(40, true), T.plusSeconds(12))
                .withRetriesExpeditedAt(T.plusSeconds(9))
                .withClosedAt(T.plusSeconds(8));
        Health slowlyDraining =
                draining.withCircuit(new Circuit.Draining(1, false)).withSlow(true);
        Health rejecting = failing.with(REJECTED);
        Health pulled = Health.UNKNOWN.withCircuit(new Circuit.Pulled(Optional.of(T)), T.plusSeconds(13));
        Health unpulled = pulled.withCircuit(new Circuit.Pulled(Optional.empty()), T.plusSeconds(14));
        Health told = draining.withWaitNotice(Optional.of(new Health.WaitNotice(1, T, T.plusSeconds(15))));
        return Stream.of(
                told,
                pulled,
                unpulled,
                Health.UNKNOWN,
                failing,
                open,
                halfOpen,
                warned,
                draining,
                slowlyDraining,
                rejecting);
    }

    private Webhook inserted(Health health) {
        return StoredWebhooks.put(TABLES, account, T, health);
    }
}
