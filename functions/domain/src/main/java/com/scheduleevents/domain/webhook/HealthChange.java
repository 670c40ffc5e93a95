package com.scheduleevents.domain.webhook;

import java.util.Optional;

/**
 * A change of a webhook's health, which is one conditional write of its row.
 *
 * @param rule the rule that made it
 * @param health the health afterwards
 * @param mail the e-mail that becomes due in the same write
 */
public record HealthChange(Rule rule, Health health, Optional<DueMail> mail) {

    /** A change without an e-mail. */
    public HealthChange(Rule rule, Health health) {
        this(rule, health, Optional.empty());
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
