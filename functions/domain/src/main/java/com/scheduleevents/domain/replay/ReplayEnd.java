package com.scheduleevents.domain.replay;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** How and when a replay ended. */
public record ReplayEnd(Why why, Instant at) {

    /** Why a replay ended. */
    public enum Why {
        /** All events of the range were processed. */
        COMPLETED,
        /** It was cancelled. */
        CANCELLED,
        /** The webhook was disabled, whether or not it has been enabled again. */
        WEBHOOK_DISABLED,
        /** The webhook was deleted. */
        WEBHOOK_DELETED;

        /** The name in tables. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The value of that name. */
        public static Why named(String wireName) {
            return valueOf(wireName.toUpperCase(Locale.ROOT));
        }
    }

    /** The status in the API. */
    public String status() {
        return switch (why) {
            case COMPLETED, CANCELLED -> why.wireName();
            case WEBHOOK_DISABLED, WEBHOOK_DELETED -> "ended";
        };
    }

    /** The reason in the API, when the replay ended early and was not cancelled. */
    public Optional<String> reason() {
        return switch (why) {
            case COMPLETED, CANCELLED -> Optional.empty();
            case WEBHOOK_DISABLED, WEBHOOK_DELETED -> Optional.of(why.wireName());
        };
    }
}
