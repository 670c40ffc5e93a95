package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Selects the events that a replay sends, by the status of their deliveries. */
public enum ReplayFilter {
    /**
     * Events that the receiver does not have and nobody dismissed: never attempted, failed or pending. Pending deliveries are included,
     * because those of an earlier generation stay pending; one that is still being retried begins a new retry cycle.
     */
    MISSED,
    /** Deliveries that wait for an attempt. */
    PENDING,
    /** Deliveries that the receiver accepted. */
    SUCCEEDED,
    /** Deliveries whose last attempt failed. */
    FAILED,
    /** Deliveries that the owner dismissed. */
    DISMISSED;

    /** The name in tables and the API. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The filter of that name; empty when it does not exist. */
    public static Optional<ReplayFilter> parse(String wireName) {
        return Arrays.stream(values())
                .filter(filter -> filter.wireName().equals(wireName))
                .findFirst();
    }

    /** Lists all names, for messages to clients. */
    public static String names() {
        return Arrays.stream(values()).map(ReplayFilter::wireName).collect(Collectors.joining(", "));
    }

    boolean wants(Optional<LoggedDelivery> logged) {
        Optional<DeliveryStatus> status = logged.map(LoggedDelivery::status);
        return this == MISSED
                ? status.filter(known -> known != DeliveryStatus.PENDING && known != DeliveryStatus.FAILED)
                        .isEmpty()
                : status.filter(known -> known.name().equals(name())).isPresent();
    }
}
