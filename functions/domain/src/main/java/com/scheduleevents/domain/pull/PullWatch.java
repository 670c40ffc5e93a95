package com.scheduleevents.domain.pull;

import static com.scheduleevents.domain.webhook.HealthChange.Rule;

import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * When the owner of a pull webhook is told that nobody pulls. Like the rules of the circuit breaker, each is a pure function from a
 * webhook's health as it was read; empty means that nothing is to be written.
 *
 * @param silence how long nobody has pulled, while a delivery waits, before the owner is told
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
        if (!(read.circuit() instanceof Circuit.Pulled(Optional<Instant> before, boolean notified))) {
            return Optional.empty();
        }
        boolean known = before.filter(at -> now.isBefore(at.plus(exactness()))).isPresent();
        return known && !notified
                ? Optional.empty()
                : Optional.of(new HealthChange(
                        Rule.PULLED, read.withCircuit(new Circuit.Pulled(Optional.of(millis(now)), false))));
    }

    /**
     * After a look at the backlog of a pull webhook that was due. The owner is told once until somebody pulls again. The next look is
     * due when they would have to be told at the earliest.
     *
     * @param lease the {@code probeAt} under which the backlog was read
     * @param waitingSince when the oldest delivery was added to the backlog; empty when none waits
     */
    public Optional<HealthChange> afterLook(Health read, Instant lease, Optional<Instant> waitingSince, Instant now) {
        if (!(read.circuit() instanceof Circuit.Pulled(Optional<Instant> pulledAt, boolean notified))
                || !read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        Instant next = millis(now.plus(silence));
        // Nobody could pull while the account was suspended.
        Optional<Instant> waiting = waitingSince.map(since -> later(since, read.healthySince()));
        Instant due = waiting.filter(_ -> !notified)
                .map(since -> later(since, pulledAt.map(at -> at.plus(exactness()))))
                .map(since -> millis(since.plus(silence)))
                .orElse(next);
        if (due.isAfter(now)) {
            return Optional.of(new HealthChange(Rule.WATCHED, read.withCircuit(read.circuit(), due)));
        }
        Instant since = waiting.map(from -> later(from, pulledAt)).orElseThrow();
        return Optional.of(new HealthChange(
                Rule.WATCHED,
                read.withCircuit(new Circuit.Pulled(pulledAt, true), next),
                Optional.of(DueMail.unpulled(millis(since)))));
    }

    private Duration exactness() {
        return silence.dividedBy(WRITES_IN_A_SILENCE);
    }

    private static Instant later(Instant one, Optional<Instant> other) {
        return other.filter(one::isBefore).orElse(one);
    }

    private static Instant millis(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS);
    }
}
