package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When the owner of a webhook gets an e-mail about failures, as part of a change of its health.
 *
 * @param warnAfter how long a webhook fails, or a receiver rejects an event, before its owner is told
 */
public record OwnerWarnings(Duration warnAfter) {

    /** The minimum time between two e-mails about single rejected events, as a multiple of {@code warnAfter}: six hours. */
    public static final int REJECTION_MAIL_SPACING = 6;

    /** When the owner has to be warned of the failing episode, if it goes on. */
    Optional<Instant> due(Health health) {
        return health.failingSince().filter(_ -> !health.isWarned()).map(since -> Leases.millis(since.plus(warnAfter)));
    }

    /**
     * The owner of a webhook that has been failing for {@code warnAfter} is warned once in the failing episode, but not where attempts that
     * were due have not been made: that is a fault of ours, and says nothing about the receiver.
     */
    HealthChange ifDue(HealthChange change, Instant now) {
        return change.then(health -> due(health)
                .filter(at -> !now.isBefore(at) && health.failures().cover(now))
                .map(_ -> new HealthChange(
                        change.rule(),
                        health.with(health.failures().warned(Leases.millis(now))),
                        health.failingSince().map(DueMail::warning))));
    }

    /**
     * Each success lowers the score of a receiver that accepts most events, so its owner is not warned of the one that it rejects,
     * and yet that delivery's last attempt disables the webhook. The owner therefore gets one e-mail about the event after
     * {@code warnAfter}, and can dismiss the delivery. Several such events within {@link #REJECTION_MAIL_SPACING} times
     * {@code warnAfter} share one e-mail, which explains how to list them; retries last far longer, so none is missed.
     */
    HealthChange withRejection(HealthChange change, Observation failed) {
        Health known = change.health();
        RejectedEvent rejected = failed.rejection();
        Instant now = rejected.notifiedAt();
        Instant lately = now.minus(warnAfter.multipliedBy(REJECTION_MAIL_SPACING));
        boolean longEnough = !now.isBefore(rejected.failingSince().plus(warnAfter));
        boolean othersAccepted =
                known.healthySince().filter(rejected.failingSince()::isBefore).isPresent();
        boolean notifiedLately = known.rejectedEvent()
                .filter(last -> last.covers(rejected.event(), lately))
                .isPresent();
        return failed.hasMore() && longEnough && othersAccepted && !known.isWarned() && !notifiedLately
                ? new HealthChange(change.rule(), known.with(rejected), Optional.of(DueMail.refused(now)))
                : change;
    }
}
