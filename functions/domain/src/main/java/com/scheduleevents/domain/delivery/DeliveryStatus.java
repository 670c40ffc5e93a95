package com.scheduleevents.domain.delivery;

import java.util.Locale;

/** The status of a delivery in the log. How it is shown depends on its webhook too ({@link ShownStatus}). */
public enum DeliveryStatus {
    /** An attempt will follow, unless the webhook is disabled before. */
    PENDING,
    /** An attempt succeeded. */
    SUCCEEDED,
    /** The last attempt failed. */
    FAILED,
    /** The owner dismissed it. */
    DISMISSED,
    /** Somebody asked for it, and it still waited when the retention of its event ended. */
    EXPIRED;

    /** The name in tables. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of that name. */
    public static DeliveryStatus named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
