package com.scheduleevents.domain.delivery;

import java.util.Locale;

/** The status of a delivery. */
public enum DeliveryStatus {
    /** An attempt will follow. */
    PENDING,
    /** An attempt succeeded. */
    SUCCEEDED,
    /** The last attempt failed. */
    FAILED,
    /** The owner dismissed it. */
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
