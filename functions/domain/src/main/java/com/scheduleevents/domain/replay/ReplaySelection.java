package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Selects the events that a replay sends: those in a range of time that the webhook matches when they are read.
 *
 * @param since only events created at or after this time
 * @param until only events created before this time
 * @param filter only events whose deliveries have this status; empty for all
 */
public record ReplaySelection(Instant since, Instant until, Optional<ReplayFilter> filter) {

    /**
     * Checks the time at which the selection of a request begins.
     *
     * @param retention how long an event can be read
     * @throws ApiException INVALID_FIELD when it is before the retention period, or not in the past
     */
    public static void requireSince(Instant since, Instant now, Duration retention) {
        Instant edge = now.minus(retention);
        if (since.isBefore(edge)) {
            throw invalid(
                    "since",
                    "since must be within the last " + retention.toDays()
                            + " days, for which events are kept: not before " + Timestamps.format(edge) + ".");
        }
        if (!since.isBefore(now)) {
            throw invalid("since", "since must be in the past: it is " + Timestamps.format(now) + " now.");
        }
    }

    /**
     * Checks the time at which the selection of a request ends. It ends now at the latest, because later events are delivered anyway.
     *
     * @throws ApiException INVALID_FIELD when it is in the future
     */
    public static void requireUntil(Instant until, Instant now) {
        if (until.isAfter(now)) {
            throw invalid(
                    "until",
                    "until must not be in the future: it is " + Timestamps.format(now)
                            + " now. Leave it out to replay everything until now.");
        }
    }

    /**
     * Checks that a selection can have events.
     *
     * @throws ApiException INVALID_FIELD when it ends before it begins
     */
    public static void requireRange(Instant since, Instant until) {
        if (!until.isAfter(since)) {
            throw invalid("until", "until must be later than since.");
        }
    }

    /**
     * Whether an event is to be sent. When the present retry cycle of its delivery began after the replay was requested, it was sent
     * already, by an earlier try of the same step or by a redelivery.
     *
     * @param logged the delivery in the log
     * @param requestedAt when the replay was requested
     */
    boolean wants(Event event, Webhook webhook, Optional<LoggedDelivery> logged, Instant requestedAt) {
        return webhook.matches(event)
                && filter.filter(wanted -> !wanted.wants(logged)).isEmpty()
                && logged.flatMap(LoggedDelivery::firstAttempt)
                        .filter(begun -> !begun.isBefore(requestedAt))
                        .isEmpty();
    }

    private static ApiException invalid(String field, String message) {
        return new ApiException(ErrorCode.INVALID_FIELD, field, message);
    }
}
