package com.scheduleevents.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryMessage.Waiting;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from how long the oldest delivery has waited and from what its owner was told. */
final class WaitLimitsTest {

    private static final Instant T = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final WaitLimits LIMITS = new WaitLimits(false, HOUR, RETENTION);
    private static final WaitLimits PULLED = new WaitLimits(true, Duration.ofDays(1), RETENTION);
    private static final DeliveryMessage OLDEST = message(T, Optional.empty());

    @ParameterizedTest(name = "after {0}, told {1} times: told {2} times")
    @CsvSource({"PT59M59S, 0, 0", "PT1H, 0, 1", "P6DT23H, 1, 1", "P7D, 1, 2", "P7D, 0, 2", "P60D, 2, 2", "PT30M, 1, 1"})
    void ownerIsToldTwice(Duration waited, int before, int after) {
        Instant now = T.plus(waited);

        HealthChange change = look(LIMITS, told(before), now);

        assertThat(change.health().waitNotice().map(WaitNotice::number).orElse(0))
                .isEqualTo(after);
        assertThat(change.mails()).isEqualTo(after > before ? Set.of(DueMail.slow(now)) : Set.of());
    }

    /** A drain queues many deliveries at once, and those that the receiver does not take come back, older than what is left meanwhile. */
    @Test
    void ownerIsNotToldAgainOfDeliveriesThatWereQueuedMeanwhile() {
        Instant told = T.plus(HOUR);
        Health known = noticed(T, told);

        Health caughtUp = LIMITS.after(new HealthChange(Rule.WATCHED, known), Optional.empty(), told.plusSeconds(60))
                .health();
        assertThat(look(LIMITS, caughtUp, told.plusSeconds(120)).mails()).isEmpty();

        Health later = LIMITS.after(new HealthChange(Rule.WATCHED, known), Optional.empty(), told.plus(HOUR))
                .health();
        assertThat(later.waitNotice()).isEmpty();
    }

    private static Health noticed(Instant since, Instant at) {
        return Health.UNKNOWN.withWaitNotice(Optional.of(new WaitNotice(1, since, at)));
    }

    @Test
    void ownerWhoWasWarnedOfFailuresIsNotToldOfTheSameAgainButOfAWeek() {
        Health failing = Health.UNKNOWN.with(new Health.Failures(
                10, 12, Optional.of(T), Optional.empty(), Optional.empty(), Optional.of(T), Optional.of(T)));

        HealthChange hour = look(LIMITS, failing, T.plus(HOUR));
        assertThat(hour.mails()).isEmpty();
        assertThat(hour.health().waitNotice()).isPresent();

        assertThat(look(LIMITS, hour.health(), T.plus(Duration.ofDays(7))).mails())
                .hasSize(1);
    }

    /** The warning says more, and does not count what a fault of ours held up. */
    @Test
    void ownerWhoMayStillBeWarnedOfFailuresIsNotToldBefore() {
        Health failing = Health.UNKNOWN.with(new Health.Failures(
                10,
                12,
                Optional.of(T.plus(HOUR)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
        Health open = failing.withCircuit(new Circuit.Open(Duration.ofSeconds(20)), T);

        assertThat(look(LIMITS, open, T.plus(HOUR)).mails()).isEmpty();
        assertThat(look(LIMITS, open, T.plus(HOUR)).health().waitNotice()).isEmpty();
        assertThat(look(LIMITS, failing, T.plus(HOUR)).mails())
                .as("failures do not keep a drain back")
                .hasSize(1);
        assertThat(look(LIMITS, open, T.plus(Duration.ofDays(7))).mails()).hasSize(1);
    }

    @Test
    void timeInAQueueThatIsLateDoesNotCount() {
        Instant late = T.plus(HOUR);
        DeliveryMessage first = OLDEST.waitingFrom(late);
        assertThat(first.waitsSince()).isEqualTo(late);

        Instant drained = late.plusSeconds(60);
        DeliveryMessage moved = first.drained(drained);
        assertThat(moved.waitingFrom(drained.plusSeconds(30)).waitsSince())
                .as("a queue that is in time")
                .isEqualTo(late);
        assertThat(moved.waitingFrom(drained.plus(HOUR)).waitsSince())
                .as("a minute of waiting so far")
                .isEqualTo(drained.plus(HOUR).minusSeconds(60));
    }

    @Test
    void ownerOfAPullWebhookIsToldAfterTheRetryWindow() {
        assertThat(look(PULLED, Health.UNKNOWN, T.plus(HOUR)).mails()).isEmpty();
        Instant day = T.plus(Duration.ofDays(1));

        assertThat(look(PULLED, Health.UNKNOWN, day).mails()).containsExactly(DueMail.unpulled(day));
    }

    /** With a short retention, its share comes first. */
    @Test
    void noticesComeInTheOrderOfTheirTimes() {
        WaitLimits pulled = new WaitLimits(true, Duration.ofDays(1), Duration.ofDays(2));

        HealthChange first = look(pulled, Health.UNKNOWN, T.plus(Duration.ofHours(4)));
        assertThat(first.mails()).hasSize(1);
        assertThat(look(pulled, first.health(), T.plus(Duration.ofHours(23))).mails())
                .isEmpty();
        assertThat(look(pulled, first.health(), T.plus(Duration.ofHours(24))).mails())
                .hasSize(1);
    }

    @Test
    void webhookIsDisabledWhenADeliveryHasWaitedForEightNinthsOfTheRetention() {
        Instant end = T.plus(Duration.ofDays(80));

        assertThat(LIMITS.isExpiring(OLDEST, end.minusMillis(1))).isFalse();
        assertThat(LIMITS.isExpiring(OLDEST, end)).isTrue();
    }

    /** It could not be attempted before, because the service could not handle its event, and would expire before it has waited for so long. */
    @Test
    void webhookIsDisabledInAnyCaseBeforeADeliveryExpires() {
        DeliveryMessage late = message(T, Optional.of(new Waiting(T.plus(Duration.ofDays(20)), false)));

        assertThat(LIMITS.isExpiring(late, T.plus(Duration.ofDays(84)))).isFalse();
        assertThat(LIMITS.isExpiring(late, T.plus(Duration.ofDays(85)))).isTrue();
    }

    @Test
    void deliveriesThatSomebodyAskedForDoNotCount() {
        DeliveryMessage requested = message(T, Optional.of(new Waiting(T, true)));
        DeliveryMessage ofAnEarlierRelease = OLDEST.nextCycle(T);
        DeliveryMessage younger = message(T.plus(HOUR), Optional.empty());

        assertThat(WaitLimits.longest(List.of(requested, younger))).contains(younger);
        assertThat(WaitLimits.longest(List.of(requested))).isEmpty();
        assertThat(ofAnEarlierRelease.isRequested()).isFalse();
        assertThat(withoutWaiting(ofAnEarlierRelease).isRequested()).isTrue();
    }

    @Test
    void nextLookIsDueWhenSomethingFollowsAtTheEarliest() {
        Instant lease = T.plus(Duration.ofMinutes(2));

        assertThat(nextLook(Optional.empty(), lease, T)).isEqualTo(T.plus(HOUR));
        assertThat(nextLook(Optional.of(OLDEST), lease, T.plus(Duration.ofMinutes(20))))
                .isEqualTo(T.plus(HOUR));
        assertThat(nextLook(Optional.of(OLDEST), lease, T.plus(HOUR))).isEqualTo(T.plus(HOUR.multipliedBy(2)));
        Instant beforeTheEnd = T.plus(Duration.ofDays(80)).minusSeconds(60);
        assertThat(nextLook(Optional.of(OLDEST), lease, beforeTheEnd)).isEqualTo(T.plus(Duration.ofDays(80)));
        assertThat(LIMITS.afterLook(Health.UNKNOWN, lease, Optional.of(OLDEST), T))
                .isEmpty();
    }

    /** One that an earlier release suspended has no look that is due. */
    @Test
    void additionToABacklogThatNothingLooksAtMakesALookDue() {
        Health watched = LIMITS.afterAddition(Health.UNKNOWN, T).orElseThrow().health();

        assertThat(watched.dueAt()).contains(T);
        assertThat(LIMITS.afterAddition(watched, T.plusSeconds(1))).isEmpty();
    }

    @Test
    void rejectsTimesThatAreNotPositive() {
        assertThatIllegalArgumentException().isThrownBy(() -> new WaitLimits(false, Duration.ZERO, RETENTION));
        assertThatIllegalArgumentException().isThrownBy(() -> new WaitLimits(false, HOUR, Duration.ZERO));
    }

    private static Instant nextLook(Optional<DeliveryMessage> longest, Instant lease, Instant now) {
        return LIMITS.afterLook(Health.UNKNOWN.withClosedCircuit(Optional.of(lease)), lease, longest, now)
                .flatMap(change -> change.health().dueAt())
                .orElseThrow();
    }

    private static HealthChange look(WaitLimits limits, Health read, Instant now) {
        return limits.after(new HealthChange(Rule.DRAINED, read), Optional.of(OLDEST), now);
    }

    private static Health told(int times) {
        return Health.UNKNOWN.withWaitNotice(
                times == 0 ? Optional.empty() : Optional.of(new WaitNotice(times, T, T.plusSeconds(1))));
    }

    private static DeliveryMessage message(Instant recorded, Optional<Waiting> waiting) {
        return new DeliveryMessage(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                1,
                new Payload(
                        EventId.mint(recorded, new Random(1)),
                        "offer.created",
                        Optional.of(new ClinicId("cln_1")),
                        "{}"),
                1,
                1,
                Optional.empty(),
                Optional.empty(),
                recorded,
                Optional.empty(),
                waiting);
    }

    private static DeliveryMessage withoutWaiting(DeliveryMessage message) {
        return new DeliveryMessage(
                message.account(),
                message.webhook(),
                message.generation(),
                message.payload(),
                message.cycle(),
                message.attempt(),
                message.firstAttempt(),
                message.lastAttempt(),
                message.notBefore(),
                message.drainedAt(),
                Optional.empty());
    }
}
