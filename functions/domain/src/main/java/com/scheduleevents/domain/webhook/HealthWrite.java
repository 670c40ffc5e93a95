package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of a webhook's health: one conditional write of its row. All of them require that the webhook exists, is active and is
 * in the generation that was read; {@link #on} defines the further condition and the effect. A write whose condition fails
 * changes nothing.
 */
public sealed interface HealthWrite {

    /** The webhook's health after the write; empty when its condition fails. */
    Optional<Health> on(Health row);

    /** The e-mail that becomes due in the same write. */
    default Optional<DueMail> mail() {
        return Optional.empty();
    }

    /**
     * An attempt succeeded while the webhook was read as failing. Requires the failing episode that was read, so that only the
     * first of many successes ends it.
     *
     * @param episode the {@code failingSince} that was read
     * @param at when it succeeded
     * @param wake whether the circuit is to be probed at once
     * @param mail the e-mail to the owner, if they were warned
     */
    record Recovered(Instant episode, Instant at, boolean wake, Optional<DueMail> mail) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.failingSince().equals(Optional.of(episode))
                    ? Optional.of(row.with(Failures.NONE)
                            .withHealthySince(at)
                            .withCircuit(row.circuit(), wake ? Optional.of(at) : row.probeAt()))
                    : Optional.empty();
        }
    }

    /**
     * An attempt failed. Requires that it began after the last recovery; an earlier attempt says nothing about the present.
     *
     * @param begun when the attempt began
     * @param failure how it failed
     * @param warnAfter how long the webhook fails before its owner is warned; empty when they were warned
     */
    record Failed(Instant begun, LastFailure failure, Optional<Duration> warnAfter) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            if (row.healthySince().filter(since -> !since.isBefore(begun)).isPresent()) {
                return Optional.empty();
            }
            return Optional.of(row.with(row.failures().plus(begun, failure))
                    .withCircuit(row.circuit(), row.probeAt().or(() -> warnAfter.map(begun::plus))));
        }
    }

    /**
     * Too many attempts failed in a row: new deliveries go to the backlog. Requires that the circuit is closed.
     *
     * @param circuit the open circuit
     * @param probeAt when the first probe is due
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
     * The clock found the webhook due, and its probe takes the lease. Requires the {@code probeAt} that was read. When a probe
     * crashes, another one follows at the end of the lease.
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
     * A probe has finished. Requires that the circuit is open and the lease is still the probe's own: whoever changed it wants
     * another probe sooner.
     *
     * @param lease the {@code probeAt} of the probe
     * @param circuit the circuit for the next probe
     * @param probeAt when the next probe is due
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
     * A probe found the backlog empty: the circuit closes and new deliveries are attempted again. Requires the probe's own lease.
     * The webhook stays due, because a sender that read the circuit as open may be adding a delivery to the backlog.
     *
     * @param lease the {@code probeAt} of the probe
     * @param expeditesRetries the present time if the webhook no longer fails: waiting retries are made at once
     * @param probeAt when another probe is due if this one crashes before its second look
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
     * The second look after the circuit was closed found a delivery in the backlog. Requires that the circuit is closed and
     * {@code probeAt} has not changed.
     *
     * @param lease the {@code probeAt} under which the backlog was read
     * @param circuit the reopened circuit
     * @param probeAt when the next probe is due
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
     * The second look after the circuit was closed found the backlog empty. Requires that the circuit is closed and
     * {@code probeAt} has not changed.
     *
     * @param lease the {@code probeAt} under which the backlog was read
     * @param next when the next probe is due, if any
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
     * The webhook has been failing for so long that its owner is warned. Requires the failing episode that was read, and that
     * the owner was not warned of it yet.
     *
     * @param episode the {@code failingSince} that was read
     * @param warning the warning e-mail
     */
    record Warned(Instant episode, DueMail warning) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.failingSince().equals(Optional.of(episode)) && !row.isWarned()
                    ? Optional.of(row.with(row.failures().warned()))
                    : Optional.empty();
        }

        @Override
        public Optional<DueMail> mail() {
            return Optional.of(warning);
        }
    }

    /**
     * The receiver has rejected one event for so long, while it accepted others, that the owner is told before that event disables
     * the webhook. Requires that the last such e-mail was about another event and is not recent: a thousand such events do not
     * make a thousand e-mails.
     *
     * @param refusal the rejected event
     * @param lately e-mails at or after this time are recent
     */
    record Refused(RejectedEvent refusal, Instant lately) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return row.rejectedEvent()
                            .filter(last -> last.covers(refusal.event(), lately))
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of(row.with(refusal));
        }

        @Override
        public Optional<DueMail> mail() {
            return Optional.of(DueMail.refused(refusal.notifiedAt()));
        }
    }

    /**
     * The receiver became slow, or is no longer slow.
     *
     * @param slow whether it is slow now
     */
    record Slow(boolean slow) implements HealthWrite {
        @Override
        public Optional<Health> on(Health row) {
            return Optional.of(row.withSlow(slow));
        }
    }
}
