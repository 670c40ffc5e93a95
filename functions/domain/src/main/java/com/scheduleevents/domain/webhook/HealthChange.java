package com.scheduleevents.domain.webhook;

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

    /** Copies the e-mails. */
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

    /** What can change a health. The table in docs/delivery-internals.md says what each rule does, and when. */
    public enum Rule {
        FAILED,
        OPENED,
        SUCCEEDED,
        RECOVERED,
        MEASURED,
        PROBED_NOTHING,
        PROBED_EMPTY,
        PROBE_FAILED,
        PROBE_PASSED,
        CLOSED,
        DRAIN_STARTED,
        DRAINED,
        DRAIN_ENDED,
        SETTLED,
        PULLED,
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
