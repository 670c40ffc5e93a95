package com.scheduleevents.domain.pull;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PullWatchTest {

    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    private static final PullWatch WATCH = new PullWatch(Duration.ofHours(24));
    private static final Health NEVER = health(Optional.empty(), false);

    @Test
    void firstPullIsWrittenAndFurtherOnesOncePerHour() {
        Health pulled = WATCH.afterPull(NEVER, T).orElseThrow().health();

        assertThat(pulled.circuit()).isEqualTo(new Circuit.Pulled(Optional.of(T), false));
        assertThat(pulled.probeAt()).isEqualTo(NEVER.probeAt());
        assertThat(WATCH.afterPull(pulled, T.plus(Duration.ofMinutes(59)))).isEmpty();
        assertThat(WATCH.afterPull(pulled, T.plus(Duration.ofHours(1)))).hasValueSatisfying(change -> {
            assertThat(change.rule()).isEqualTo(Rule.PULLED);
            assertThat(change.mails()).isEmpty();
        });
    }

    @Test
    void pullAfterTheEMailIsWrittenAtOnceSoThatThereCanBeAnother() {
        Health told = health(Optional.of(T), true);

        assertThat(WATCH.afterPull(told, T.plusSeconds(1))
                        .orElseThrow()
                        .health()
                        .circuit())
                .isEqualTo(new Circuit.Pulled(Optional.of(T.plusSeconds(1)), false));
    }

    @Test
    void ownerIsToldOnceADeliveryHasWaitedForADayAndNobodyHasPulled() {
        assertThat(look(NEVER, T, T.plus(Duration.ofHours(24)).minusMillis(1)).mails())
                .isEmpty();

        HealthChange told = look(NEVER, T, T.plus(Duration.ofHours(24)));

        assertThat(told.rule()).isEqualTo(Rule.WATCHED);
        assertThat(told.mails()).contains(DueMail.unpulled(T));
        assertThat(look(told.health(), T, T.plus(Duration.ofDays(2))).mails()).isEmpty();
    }

    /** The row says when somebody pulled to the hour only, so the last pull may have been almost an hour later. */
    @Test
    void ownerIsToldADayAndAnHourAfterTheLastPullThatIsKnown() {
        Health pulled = health(Optional.of(T), false);
        Instant earlier = T.minusSeconds(3_600);

        assertThat(look(pulled, earlier, T.plus(Duration.ofHours(25)).minusMillis(1))
                        .mails())
                .isEmpty();
        assertThat(look(pulled, earlier, T.plus(Duration.ofHours(25))).mails()).contains(DueMail.unpulled(T));
    }

    @Test
    void nextLookIsDueWhenTheOwnerWouldHaveToBeTold() {
        Instant now = T.plus(Duration.ofHours(3));

        assertThat(look(NEVER, T, now).health().probeAt()).contains(T.plus(Duration.ofHours(24)));
        assertThat(look(NEVER, Optional.empty(), now).health().probeAt()).contains(now.plus(Duration.ofHours(24)));
        assertThat(look(health(Optional.of(T), true), T, now).health().probeAt())
                .contains(now.plus(Duration.ofHours(24)));
    }

    @Test
    void nothingFollowsWithoutTheLeaseOrForAWebhookThatIsNotPulled() {
        assertThat(WATCH.afterLook(NEVER, T.plusMillis(1), Optional.of(T), T.plusSeconds(90_000)))
                .isEmpty();
        assertThat(WATCH.afterLook(Health.UNKNOWN, T, Optional.of(T), T.plusSeconds(90_000)))
                .isEmpty();
        assertThat(WATCH.afterPull(Health.UNKNOWN, T)).isEmpty();
    }

    private static HealthChange look(Health health, Instant waitingSince, Instant now) {
        return look(health, Optional.of(waitingSince), now);
    }

    private static HealthChange look(Health health, Optional<Instant> waitingSince, Instant now) {
        return WATCH.afterLook(health, health.probeAt().orElseThrow(), waitingSince, now)
                .orElseThrow();
    }

    private static Health health(Optional<Instant> pulledAt, boolean notified) {
        return Health.UNKNOWN.withCircuit(new Circuit.Pulled(pulledAt, notified), T);
    }
}
