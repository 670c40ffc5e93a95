package com.scheduleevents.domain.webhook;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much of an event of a clinic the deliveries of a webhook carry. */
public enum PayloadStyle {
    /** The whole event. */
    FULL,
    /** Its id, type, clinic and time alone: the receiver reads the event with the API, and its logs hold no schedule data. */
    THIN;

    /** The style with that name; empty when there is none. */
    public static Optional<PayloadStyle> named(String name) {
        return Arrays.stream(values())
                .filter(style -> style.wireName().equals(name))
                .findFirst();
    }

    /** Its name in the API and in tables. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
