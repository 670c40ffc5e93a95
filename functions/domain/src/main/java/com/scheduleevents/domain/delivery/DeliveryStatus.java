package com.scheduleevents.domain.delivery;

import java.util.Locale;

/** What a delivery is. */
public enum DeliveryStatus {
    /** It will be attempted again. */
    PENDING,
    /** The receiver has it. */
    SUCCEEDED,
    /** Its attempts ran out. */
    FAILED,
    /** Its owner gave it up. */
    DISMISSED;

    /** The name in tables and the API. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of that name. */
    public static DeliveryStatus named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
