package com.scheduleevents.domain.webhook;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change of a webhook's health, which is one conditional write of its row.
 *
 * @param rule the rule that made it
 * @param health the health afterwards
 * @param mails the e-mails that become due in the same write
 */
public record HealthChange(Rule rule, Health health, Set<DueMail> mails) {

    public HealthChange {
        mails = Set.copyOf(mails);
    }

    /** A change that may make one e-mail due. */
    public HealthChange(Rule rule, Health health, Optional<DueMail> mail) {
        this(rule, health, mail.map(Set::of).orElse(Set.of()));
    }

    /** A change without an e-mail. */
    public HealthChange(Rule rule, Health health) {
        this(rule, health, Set.of());
    }

    /** This change and then what a further rule makes of it, in one write. */
    public HealthChange then(Function<Health, Optional<HealthChange>> next) {
        return next.apply(health)
                .map(change -> new HealthChange(
                        change.rule,
                        change.health,
                        Stream.of(mails, change.mails).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet())))
                .orElse(this);
    }

    /** The same change as that of the probe of this lease, which has been carried out. */
    public HealthChange probed(Instant lease) {
        return new HealthChange(rule, health.withProbed(lease), mails);
    }

    /** What can change a health. The table in docs/delivery-internals.md says what each rule does, and when. */
    public enum Rule {
        /** An attempt failed. */
        FAILED,
        /** An attempt failed, and the failure score reached its limit: the circuit opens. */
        OPENED,
        /** An attempt succeeded: the failure score is halved. */
        SUCCEEDED,
        /** An attempt succeeded, and the failure score is zero: the failing episode is over. */
        RECOVERED,
        /** The receiver became slow, is no longer slow, or cannot keep pace with a drain. */
        MEASURED,
        /** A probe tried nothing, because the deliveries needed no attempt any more: the next one follows at once. */
        PROBED_NOTHING,
        /** A probe found the backlog empty: the score is halved, and the next probe waits longer. */
        PROBED_EMPTY,
        /** A probe failed: the circuit is open, and the next probe waits longer. */
        PROBE_FAILED,
        /** A probe succeeded: the next one tries more. */
        PROBE_PASSED,
        /** Enough probes succeeded, or the backlog was empty for several: the circuit closes. */
        CLOSED,
        /** A delivery was added to the backlog of a closed circuit, or found there: a drain begins. */
        DRAIN_STARTED,
        /** A drain moved some deliveries. */
        DRAINED,
        /** A drain found the backlog empty. */
        DRAIN_ENDED,
        /** A second look found the backlog empty. */
        SETTLED,
        /** A consumer pulled. */
        PULLED,
        /** A look at a backlog that is neither probed nor drained found how long its deliveries have waited. */
        WATCHED;

        /**
         * Whether two writers that make the same change count twice: the failures of two attempts may leave an equal health, and are two
         * failures all the same.
         */
        public boolean counts() {
            return this == FAILED || this == OPENED || this == SUCCEEDED;
        }
    }
}
