package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** DynamoDB carries every health write out exactly as the rule says: the same condition, the same row after it. */
final class HealthWritesTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Random RANDOM = new Random();
    private static final Instant T = Instant.parse("2026-11-21T10:00:00Z");
    private static final LastFailure FAILURE = new LastFailure(OutcomeClass.STATUS, OptionalInt.of(503));
    private static final LastFailure OTHER = new LastFailure(OutcomeClass.DNS, OptionalInt.empty());
    private static final RejectedEvent REFUSAL =
            new RejectedEvent(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"), T.minusSeconds(3600), 5, FAILURE, T);
    private static final RejectedEvent OTHER_REFUSAL =
            new RejectedEvent(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC"), T, 6, OTHER, T.plusSeconds(7200));
    private static final OpenCircuit HOLD = new OpenCircuit(4, Duration.ofSeconds(40));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

    @Test
    void everyWriteOnEveryKindOfRowDoesWhatTheRuleSays() {
        int held = 0;
        List<HealthWrite> refused = new ArrayList<>();
        List<HealthWrite> done = new ArrayList<>();
        for (Health row : rows().toList()) {
            for (HealthWrite write : writes().toList()) {
                Webhook webhook = inserted(row);
                Optional<Health> expected = write.on(row);

                Optional<Health> written = webhooks.write(account, webhook.id(), 1, write);

                assertThat(written).as("%s on %s", write, row).isEqualTo(expected);
                assertThat(webhooks.find(account, webhook.id()))
                        .as("%s on %s", write, row)
                        .contains(webhook.with(expected.orElse(row)));
                write.mail().ifPresent(mail -> assertThat(webhooks.isDue(account, webhook.id(), mail))
                        .isEqualTo(expected.isPresent()));
                (expected.isPresent() ? done : refused).add(write);
                held += row.isCircuitOpen() ? 1 : 0;
            }
        }
        assertThat(held).isPositive();
        // Every kind of write was seen to be done; every kind with a condition of its own was seen to be refused.
        assertThat(done.stream().map(Object::getClass).distinct())
                .hasSize(HealthWrite.class.getPermittedSubclasses().length);
        assertThat(refused.stream().map(Object::getClass).distinct())
                .hasSize(HealthWrite.class.getPermittedSubclasses().length - 1);
    }

    @Test
    void nothingIsWrittenAboutAWebhookThatIsGoneDisabledSuspendedOrOfAnotherTerm() {
        for (HealthWrite write : writes().toList()) {
            Webhook active = inserted(Health.UNKNOWN);
            assertThat(webhooks.write(account, active.id(), 2, write)).isEmpty();
            Webhook suspended = active.asSuspended();
            webhooks.update(active, suspended);
            assertThat(webhooks.write(account, active.id(), 1, write)).isEmpty();
            assertThat(webhooks.find(account, active.id())).contains(suspended);
            Webhook disabled = suspended.disabled(new Disabling.Requested(T));
            webhooks.update(suspended, disabled);
            assertThat(webhooks.write(account, active.id(), 1, write)).isEmpty();
            assertThat(webhooks.find(account, active.id())).contains(disabled);
            webhooks.delete(account, active.id(), Instant.now());
            assertThat(webhooks.write(account, active.id(), 1, write)).isEmpty();
            assertThat(webhooks.find(account, active.id())).isEmpty();
        }
    }

    @Test
    void whatItsOwnerChangesIsNewsAboutTheReceiverOnlyWhereItIs() {
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
        assertThat(webhooks.update(disabled, disabled.enabled())).isTrue();
        assertThat(found(read)).isEqualTo(Health.UNKNOWN);
    }

    @Test
    void whatIsSuspendedIsNeitherHeldNorDueAndWhatIsResumedIsBoth() {
        for (Health row : rows().toList()) {
            Webhook read = inserted(row);
            Webhook suspended = read.asSuspended();
            assertThat(webhooks.update(read, suspended)).isTrue();
            assertThat(webhooks.find(account, read.id())).contains(suspended);
            assertThat(found(read).isCircuitOpen()).isFalse();
            assertThat(found(read).probeAt()).isEmpty();

            Webhook moved = suspended.with(
                    new WebhookSettings("https://example.org/", read.types(), Optional.empty(), Optional.empty()), T);
            assertThat(webhooks.update(suspended, moved)).isTrue();
            assertThat(webhooks.find(account, read.id())).contains(moved);

            Webhook resumed = moved.resumed(T.plusSeconds(9));
            assertThat(webhooks.update(moved, resumed)).isTrue();
            assertThat(webhooks.find(account, read.id())).contains(resumed);
            assertThat(found(read).isCircuitOpen()).isTrue();
            assertThat(found(read).probeAt()).contains(T.plusSeconds(9));
            assertThat(found(read).isFailing()).isFalse();
        }
    }

    @Test
    void whatASenderFoundOutMeanwhileSurvivesAChangeOfTheLabel() {
        Webhook read = inserted(Health.UNKNOWN);
        webhooks.write(account, read.id(), 1, new HealthWrite.Opened(HOLD, T));
        Webhook labelled = read.with(
                new WebhookSettings(read.url(), read.types(), Optional.empty(), Optional.of("desk")), T.plusSeconds(1));

        assertThat(webhooks.update(read, labelled)).isTrue();
        assertThat(found(read).circuit()).contains(HOLD);
        assertThat(found(read).probeAt()).contains(T);
    }

    private Health found(Webhook webhook) {
        return webhooks.find(account, webhook.id()).orElseThrow().health();
    }

    private static Stream<Health> rows() {
        Health failing = new Health(
                new Failures(9, Optional.of(T), Optional.of(OTHER), Optional.empty()),
                Optional.of(T.minusSeconds(60)),
                Optional.empty(),
                Optional.of(T.plusSeconds(3600)),
                Optional.empty(),
                false,
                Optional.empty());
        Health held =
                new HealthWrite.Opened(HOLD, T.plusSeconds(10)).on(failing).orElseThrow();
        Health warned = new HealthWrite.Warned(T, DueMail.warning(T)).on(held).orElseThrow();
        Health recovered = new HealthWrite.Recovered(T, T.plusSeconds(20), false, Optional.empty())
                .on(warned)
                .orElseThrow();
        Health closed = new HealthWrite.Closed(T.plusSeconds(10), Optional.of(T.plusSeconds(9)), T.plusSeconds(30))
                .on(recovered)
                .orElseThrow();
        Health slow = new HealthWrite.Slow(true).on(Health.UNKNOWN).orElseThrow();
        Health refusing = new HealthWrite.Refused(REFUSAL, T).on(recovered).orElseThrow();
        return Stream.of(Health.UNKNOWN, failing, held, warned, recovered, closed, slow, refusing);
    }

    private static Stream<HealthWrite> writes() {
        OpenCircuit slowest = new OpenCircuit(1, Duration.ofSeconds(10));
        return Stream.of(
                new HealthWrite.Recovered(T, T.plusSeconds(40), false, Optional.empty()),
                new HealthWrite.Recovered(T, T.plusSeconds(40), true, Optional.of(DueMail.recovered(T))),
                new HealthWrite.Failed(T.plusSeconds(5), FAILURE, Optional.of(Duration.ofHours(1))),
                new HealthWrite.Failed(T.minusSeconds(90), FAILURE, Optional.empty()),
                new HealthWrite.Failed(T.plusSeconds(20), FAILURE, Optional.empty()),
                new HealthWrite.Opened(slowest, T.plusSeconds(50)),
                new HealthWrite.Leased(T.plusSeconds(10), T.plusSeconds(130)),
                new HealthWrite.Leased(T.plusSeconds(3600), T.plusSeconds(3720)),
                new HealthWrite.Paced(T.plusSeconds(10), slowest, T.plusSeconds(60)),
                new HealthWrite.Paced(T.plusSeconds(3600), slowest, T.plusSeconds(60)),
                new HealthWrite.Closed(T.plusSeconds(10), Optional.of(T.plusSeconds(9)), T.plusSeconds(70)),
                new HealthWrite.Closed(T.plusSeconds(10), Optional.empty(), T.plusSeconds(70)),
                new HealthWrite.Reopened(T.plusSeconds(30), slowest, T.plusSeconds(150)),
                new HealthWrite.Reopened(T.plusSeconds(10), slowest, T.plusSeconds(150)),
                new HealthWrite.Settled(T.plusSeconds(30), Optional.empty()),
                new HealthWrite.Settled(T.plusSeconds(3600), Optional.of(T.plusSeconds(7200))),
                new HealthWrite.Settled(T.plusSeconds(10), Optional.empty()),
                new HealthWrite.Warned(T, DueMail.warning(T)),
                new HealthWrite.Refused(REFUSAL, T.plusSeconds(1)),
                new HealthWrite.Refused(OTHER_REFUSAL, T),
                new HealthWrite.Refused(OTHER_REFUSAL, T.plusSeconds(1)),
                new HealthWrite.Slow(true),
                new HealthWrite.Slow(false));
    }

    private Webhook inserted(Health health) {
        return StoredWebhooks.put(TABLES, account, T, health);
    }
}
