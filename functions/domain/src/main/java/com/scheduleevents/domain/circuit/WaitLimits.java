package com.scheduleevents.domain.circuit;

import static com.scheduleevents.domain.webhook.HealthChange.Rule;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long deliveries may wait in a backlog, whatever they wait for: a limit, an open circuit, a suspended account, or a consumer that does not
 * pull. The owner is told twice, and the webhook is disabled before the oldest delivery expires, so that no event is lost untold. Deliveries
 * that somebody asked for, which may be of events that expire soon, do not count. Like the rules of {@link CircuitBreaker}, those of this
 * record are pure functions; what they need to know is read by a probe, a drain or the clock, which look at the oldest delivery anyway.
 *
 * @param pulled whether consumers pull the deliveries
 * @param warnAfter how long the oldest delivery may wait before the owner is told
 * @param retention how long events are kept; the owner is told again after 7/90 of it, and the webhook disabled after 8/9
 */
public record WaitLimits(boolean pulled, Duration warnAfter, Duration retention) {

    /** The number of the first notice. */
    static final int FIRST_NOTICE = 1;

    private static final int REMINDER = 7;
    private static final int DISABLING = 80;

    /** Of so many equal parts: days of ninety days. */
    private static final int PARTS = 90;

    /** A delivery that began to wait late, because the service could not handle its event, is not lost untold either. */
    private static final int LATEST = 85;

    /** Rejects times that are not positive. */
    public WaitLimits {
        if (!warnAfter.isPositive() || !retention.isPositive()) {
            throw new IllegalArgumentException("the times that deliveries may wait must be positive");
        }
    }

    /**
     * The limits of a webhook.
     *
     * @param warnAfter for a webhook whose deliveries are sent
     * @param silence for one whose deliveries are pulled
     */
    public static WaitLimits of(Webhook webhook, Duration warnAfter, Duration silence, Duration retention) {
        return new WaitLimits(webhook.isPulled(), webhook.isPulled() ? silence : warnAfter, retention);
    }

    /** The delivery that has waited the longest, of those that nobody asked for; empty when there is none. */
    public static Optional<DeliveryMessage> longest(List<DeliveryMessage> some) {
        return some.stream()
                .filter(message -> !message.isRequested())
                .min(Comparator.comparing(DeliveryMessage::waitsSince));
    }

    /** Whether a delivery is so close to its end that its webhook has to be disabled. */
    public boolean isExpiring(DeliveryMessage longest, Instant now) {
        return !now.isBefore(disablesAt(longest));
    }

    /** Whether the retention of the event of a delivery has ended. */
    public boolean isExpired(DeliveryMessage message, Instant now) {
        return !now.isBefore(message.payload().id().expiresAt(retention));
    }

    /** The times since which a delivery waits that is told of, reminded of, or disables the webhook now: the longest first. */
    public List<Instant> edges(Instant now) {
        return Stream.concat(Stream.of(part(DISABLING)), notices().reversed().stream())
                .map(now::minus)
                .toList();
    }

    /**
     * After a look at the backlog: the owner is told if the oldest delivery has waited for longer than they know of. When deliveries fail,
     * and the owner was warned of that, the first notice would say nothing new; it waits as long as failures hold the circuit open of which
     * the owner may still be warned. What was told is forgotten when the oldest delivery has waited for less than half of {@code warnAfter},
     * but not sooner than {@code warnAfter} after it was told: a drain may have queued every delivery that the owner was told of, and those
     * that the receiver does not take come back to wait as long as before.
     *
     * @param change what else the look changed
     * @param longest the delivery that has waited the longest, of those that nobody asked for; empty when none waits
     */
    public HealthChange after(HealthChange change, Optional<DeliveryMessage> longest, Instant now) {
        return change.then(health -> noticed(change.rule(), health, longest, now));
    }

    private Optional<HealthChange> noticed(Rule rule, Health health, Optional<DeliveryMessage> longest, Instant now) {
        Duration waited = longest.map(message -> Duration.between(message.waitsSince(), now))
                .orElse(Duration.ZERO);
        int due = Math.toIntExact(
                notices().stream().filter(limit -> waited.compareTo(limit) >= 0).count());
        int told = health.waitNotice().map(WaitNotice::number).orElse(0);
        if (due > told) {
            if (due == FIRST_NOTICE && health.isCircuitOpen() && health.isFailing() && !health.isWarned()) {
                return Optional.empty();
            }
            Instant at = Leases.millis(now);
            Optional<WaitNotice> notice =
                    longest.map(message -> new WaitNotice(due, Leases.millis(message.waitsSince()), at));
            boolean known = due == FIRST_NOTICE && health.isWarned();
            Optional<DueMail> mail = Optional.of(pulled ? DueMail.unpulled(at) : DueMail.slow(at));
            return Optional.of(new HealthChange(rule, health.withWaitNotice(notice), mail.filter(_ -> !known)));
        }
        boolean caughtUp = waited.compareTo(warnAfter.dividedBy(2)) < 0;
        boolean lately = health.waitNotice()
                .filter(notice -> now.isBefore(notice.at().plus(warnAfter)))
                .isPresent();
        return told > 0 && caughtUp && !lately
                ? Optional.of(new HealthChange(rule, health.withWaitNotice(Optional.empty())))
                : Optional.empty();
    }

    /**
     * After a look at a backlog that is neither probed nor drained, because consumers pull it or the account is suspended. The next look is
     * due when something else follows from the oldest delivery, or from one that is added right now, at the earliest.
     *
     * @param lease the {@code dueAt} under which the backlog was read
     * @param longest the delivery that has waited the longest, of those that nobody asked for; empty when none waits
     */
    public Optional<HealthChange> afterLook(
            Health read, Instant lease, Optional<DeliveryMessage> longest, Instant now) {
        if (!read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        HealthChange told = after(new HealthChange(Rule.WATCHED, read), longest, now);
        Health known = told.health();
        Instant next = Leases.different(lease, Leases.millis(nextLook(known, longest, now)));
        return Optional.of(new HealthChange(Rule.WATCHED, known.withCircuit(known.circuit(), next), told.mails()));
    }

    /** After a delivery was added to the backlog of a webhook that nothing looks at, because an earlier release suspended it. */
    public Optional<HealthChange> afterAddition(Health read, Instant now) {
        return read.dueAt().isPresent()
                ? Optional.empty()
                : Optional.of(new HealthChange(Rule.WATCHED, read.withCircuit(read.circuit(), Leases.millis(now))));
    }

    private Instant nextLook(Health known, Optional<DeliveryMessage> longest, Instant now) {
        Instant latest = now.plus(notices().getFirst());
        int told = known.waitNotice().map(WaitNotice::number).orElse(0);
        return longest.stream()
                .flatMap(message -> Stream.concat(
                        notices().stream().skip(told).map(message.waitsSince()::plus), Stream.of(disablesAt(message))))
                .filter(at -> at.isBefore(latest))
                .min(Comparator.naturalOrder())
                .orElse(latest);
    }

    private Instant disablesAt(DeliveryMessage message) {
        Instant waited = message.waitsSince().plus(part(DISABLING));
        Instant latest = message.payload().id().mintedAt().plus(part(LATEST));
        return waited.isBefore(latest) ? waited : latest;
    }

    /** After how long the owner is told, the shortest time first. */
    private List<Duration> notices() {
        return Stream.of(warnAfter, part(REMINDER)).sorted().toList();
    }

    /** How long a delivery may wait until its webhook is disabled. */
    public static Duration disablesAfter(Duration retention) {
        return part(retention, DISABLING);
    }

    private Duration part(int parts) {
        return part(retention, parts);
    }

    private static Duration part(Duration retention, int parts) {
        return retention.multipliedBy(parts).dividedBy(PARTS);
    }
}
