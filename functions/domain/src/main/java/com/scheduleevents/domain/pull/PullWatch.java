package com.scheduleevents.domain.pull;

import static com.scheduleevents.domain.webhook.HealthChange.Rule;

import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * When the row of a pull webhook says that somebody has pulled. Like the rules of the circuit breaker, a pure function from a webhook's
 * health as it was read; empty means that nothing is to be written.
 *
 * @param silence how long the oldest delivery of a pull webhook may wait before the owner is told
 */
public record PullWatch(Duration silence) {

    /** A pull is written to the row only when the last one that was is older than this part of the silence: an hour of a day. */
    private static final int WRITES_IN_A_SILENCE = 24;

    /** Rejects a time that is not positive. */
    public PullWatch {
        if (!silence.isPositive()) {
            throw new IllegalArgumentException("the silence before an owner is told must be positive");
        }
    }

    /** After a consumer has pulled, whether or not it got a delivery. */
    public Optional<HealthChange> afterPull(Health read, Instant now) {
        if (!(read.circuit() instanceof Circuit.Pulled(Optional<Instant> before))) {
            return Optional.empty();
        }
        Duration exactness = silence.dividedBy(WRITES_IN_A_SILENCE);
        return before.filter(at -> now.isBefore(at.plus(exactness))).isPresent()
                ? Optional.empty()
                : Optional.of(new HealthChange(
                        Rule.PULLED,
                        read.withCircuit(new Circuit.Pulled(Optional.of(now.truncatedTo(ChronoUnit.MILLIS))))));
    }
}
