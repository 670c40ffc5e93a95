package com.scheduleevents.domain.webhook;

import java.util.Locale;

/** Whether a webhook receives events (requirement R20). */
public enum WebhookStatus {
    ACTIVE,
    DISABLED;

    /** The value of {@code status} in the API and in the tables. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of that name. */
    public static WebhookStatus named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
