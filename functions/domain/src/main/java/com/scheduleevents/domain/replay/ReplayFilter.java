package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which of the events a replay sends again, by what became of their deliveries. */
public enum ReplayFilter {
    /**
     * What the receiver does not have and nobody gave up: never attempted, failed, or still pending. Pending ones belong to it
     * because those of an earlier generation stay so for ever; one that is still on its way begins a fresh retry cycle.
     */
    MISSED,
    /** Still to be attempted. */
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

    /** The filter of that name; empty when there is none. */
    public static Optional<ReplayFilter> parse(String wireName) {
        return Arrays.stream(values())
                .filter(filter -> filter.wireName().equals(wireName))
                .findFirst();
    }

    /** All names, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(ReplayFilter::wireName).collect(Collectors.joining(", "));
    }

    boolean wants(Optional<LoggedDelivery> logged) {
        Optional<DeliveryStatus> status = logged.map(LoggedDelivery::status);
        return switch (this) {
            case MISSED ->
                status.isEmpty() || status.get() == DeliveryStatus.PENDING || status.get() == DeliveryStatus.FAILED;
            case PENDING -> status.equals(Optional.of(DeliveryStatus.PENDING));
            case SUCCEEDED -> status.equals(Optional.of(DeliveryStatus.SUCCEEDED));
            case FAILED -> status.equals(Optional.of(DeliveryStatus.FAILED));
            case DISMISSED -> status.equals(Optional.of(DeliveryStatus.DISMISSED));
        };
    }
}
