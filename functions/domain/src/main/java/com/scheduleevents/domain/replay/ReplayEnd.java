package com.scheduleevents.domain.replay;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * How a replay came to its end.
 *
 * @param why what ended it
 * @param at when
 */
public record ReplayEnd(Why why, Instant at) {

    /** What ended it. */
    public enum Why {
        /** It has looked at everything. */
        COMPLETED,
        /** Somebody cancelled it. */
        CANCELLED,
        /** The webhook was disabled, whether or not it was enabled again since. */
        WEBHOOK_DISABLED,
        /** The webhook was deleted. */
        WEBHOOK_DELETED;

        /** The name in tables. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The ending of that name. */
        public static Why named(String wireName) {
            return valueOf(wireName.toUpperCase(Locale.ROOT));
        }
    }

    /** What a replay that ended so is, in the API. */
    public String status() {
        return switch (why) {
            case COMPLETED, CANCELLED -> why.wireName();
            case WEBHOOK_DISABLED, WEBHOOK_DELETED -> "ended";
        };
    }

    /** Why it ended before it was through without anybody having asked for that; empty otherwise. */
    public Optional<String> reason() {
        return switch (why) {
            case COMPLETED, CANCELLED -> Optional.empty();
            case WEBHOOK_DISABLED, WEBHOOK_DELETED -> Optional.of(why.wireName());
        };
    }
}
