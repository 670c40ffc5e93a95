package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of what is known about a webhook's receiver: one conditional write of its row. Every one of them requires that the
 * webhook is there, active and in the generation that was read; {@link #on} says what else it requires and what it does. A write
 * whose condition fails changes nothing.
 */
public sealed interface HealthWrite {

    /** What the webhook's health is after the write; empty when its condition fails. */
    Optional<Health> on(Health row);

    /** The e-mail that becomes due in the same write. */
    default Optional<DueMail> mail() {
        return Optional.empty();
    }

    /**
     * An attempt succeeded while the webhook was read as failing. Requires the episode that was read, so that of many
     * successes the first alone ends it.
     *
     * @param episode the {@code failingSince} that was read
     * @param at when it succeeded
     * @param wake whether what is in the backlog is to be looked at now
     * @param mail tells the owner, who was warned
     */
    record Recovered(Instant episode, Instant at, boolean wake, Optional<DueMail> mail) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.failingSince().equals(Optional.of(episode))
                    ? Optional.of(row.withFailures(0, Optional.empty(), Optional.empty())
                            .withHealthySince(Optional.of(at))
                            .withCircuit(row.circuit(), wake ? Optional.of(at) : row.probeAt())
                            .withWarnedOf(Optional.empty()))
                    : Optional.empty();
        }
    }

    /**
     * An attempt failed. Requires that it began after the webhook recovered last: else it tells of the time before.
     *
     * @param begun when the attempt began
     * @param failure what came of it
     * @param warnAfter after how long an episode its owner is warned of it; empty when he was
     */
    record Failed(Instant begun, LastFailure failure, Optional<Duration> warnAfter) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            if (row.healthySince().filter(since -> !since.isBefore(begun)).isPresent()) {
                return Optional.empty();
            }
            Instant since = row.failingSince().orElse(begun);
            return Optional.of(row.withFailures(row.failures() + 1, Optional.of(since), Optional.of(failure))
                    .withCircuit(row.circuit(), row.probeAt().or(() -> warnAfter.map(begun::plus))));
        }
    }

    /**
     * Too many attempts failed in a row: new deliveries are in the backlog. Requires that it is not held.
     *
     * @param circuit how what will be in the backlog is let go
     * @param probeAt when the first of it is
     */
    record Opened(OpenCircuit circuit, Instant probeAt) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.isCircuitOpen()
                    ? Optional.empty()
                    : Optional.of(row.withCircuit(Optional.of(circuit), Optional.of(probeAt)));
        }
    }

    /**
     * The clock found that it is due: nobody else looks at it for as long as a probe takes. Requires the time that was read.
     * A probe that dies is followed by another when the lease is over.
     *
     * @param read the {@code probeAt} that was read
     * @param until the end of the lease
     */
    record Leased(Instant read, Instant until) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.probesAt(read)
                    ? Optional.of(row.withCircuit(row.circuit(), Optional.of(until)))
                    : Optional.empty();
        }
    }

    /**
     * A probe released what it could. Requires that it has an open circuit and the lease is the probe's own still: who changed it wants
     * it looked at sooner.
     *
     * @param lease the {@code probeAt} of the probe
     * @param circuit how the next ones are let go
     * @param probeAt when
     */
    record Paced(Instant lease, OpenCircuit circuit, Instant probeAt) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.isCircuitOpen() && row.probesAt(lease)
                    ? Optional.of(row.withCircuit(Optional.of(circuit), Optional.of(probeAt)))
                    : Optional.empty();
        }
    }

    /**
     * A probe found nothing in the backlog: new deliveries are attempted again. Requires the probe's own lease. It stays due, because
     * somebody who read it as held may be parking a delivery right now.
     *
     * @param lease the {@code probeAt} of the probe
     * @param expeditesRetries now, when it is not failing any more: retries that wait need not wait on
     * @param probeAt when it is looked at again if this check dies before its second look
     */
    record Closed(Instant lease, Optional<Instant> expeditesRetries, Instant probeAt) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.probesAt(lease)
                    ? Optional.of(row.withCircuit(Optional.empty(), Optional.of(probeAt))
                            .withRetriesExpeditedAt(expeditesRetries.or(row::retriesExpeditedAt)))
                    : Optional.empty();
        }
    }

    /**
     * A look after it was closed found a backlogged delivery. Requires that it is not held and nobody looked since.
     *
     * @param lease the {@code probeAt} of who looked
     * @param circuit how it is let go
     * @param probeAt when
     */
    record Reopened(Instant lease, OpenCircuit circuit, Instant probeAt) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return !row.isCircuitOpen() && row.probesAt(lease)
                    ? Optional.of(row.withCircuit(Optional.of(circuit), Optional.of(probeAt)))
                    : Optional.empty();
        }
    }

    /**
     * A look after it was closed found nothing. Requires that it is not held and nobody looked since.
     *
     * @param lease the {@code probeAt} of who looked
     * @param next when there is a reason to look again, if there is one
     */
    record Settled(Instant lease, Optional<Instant> next) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return !row.isCircuitOpen() && row.probesAt(lease)
                    ? Optional.of(row.withCircuit(Optional.empty(), next))
                    : Optional.empty();
        }
    }

    /**
     * It has been failing for so long that its owner is to know. Requires the episode that was read, and that he was not
     * warned of it.
     *
     * @param episode its {@code failingSince}
     * @param warning the e-mail
     */
    record Warned(Instant episode, DueMail warning) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.failingSince().equals(Optional.of(episode)) && !row.isWarned()
                    ? Optional.of(row.withWarnedOf(Optional.of(episode)))
                    : Optional.empty();
        }

        @Override
        public Optional<DueMail> mail() {
            return Optional.of(warning);
        }
    }

    /**
     * It has refused one event for so long, while it took others, that its owner is to know before that event costs him the
     * webhook. Requires that he was not told of this event last, nor of another lately: a thousand such events are not a
     * thousand e-mails.
     *
     * @param refusal which event
     * @param lately not since then
     */
    record Refused(Refusal refusal, Instant lately) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.refusal()
                            .filter(last -> last.covers(refusal.event(), lately))
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of(row.withRefusal(Optional.of(refusal)));
        }

        @Override
        public Optional<DueMail> mail() {
            return Optional.of(DueMail.refused(refusal.toldAt()));
        }
    }

    /**
     * It began to take long to answer, or stopped doing so.
     *
     * @param slow which of the two
     */
    record Slow(boolean slow) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return Optional.of(row.withSlow(slow));
        }
    }
}
