package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.webhook.Webhook;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The status of a delivery as people and clients see it: that in the log, unless the webhook as it is now says more. Nothing is written to
 * the deliveries of a webhook when it is disabled, of which there may be very many.
 */
public enum ShownStatus {
    /** An attempt will follow. */
    PENDING,
    /** An attempt succeeded. */
    SUCCEEDED,
    /** The last attempt failed. */
    FAILED,
    /** The owner dismissed it. */
    DISMISSED,
    /** Somebody asked for it, and it still waited when its event was no longer kept. */
    EXPIRED,
    /** It would be pending, but nothing follows by itself, because the webhook is disabled, or was disabled since and enabled again. */
    NOT_SENT;

    /** The status of a delivery to a webhook, as the webhook is now. */
    public static ShownStatus of(LoggedDelivery delivery, Webhook webhook) {
        return switch (delivery.status()) {
            case PENDING -> isSent(delivery, webhook) ? PENDING : NOT_SENT;
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case DISMISSED -> DISMISSED;
            case EXPIRED -> EXPIRED;
        };
    }

    private static boolean isSent(LoggedDelivery delivery, Webhook webhook) {
        return webhook.isActive() && !delivery.isEarlierThan(webhook.generation());
    }

    /** The status of that name; empty when it does not exist. */
    public static Optional<ShownStatus> parse(String wireName) {
        return Arrays.stream(values())
                .filter(status -> status.wireName().equals(wireName))
                .findFirst();
    }

    /** The name in the API. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
