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
 * Which events a replay sends again: of those that the webhook matches at the time, the ones in a stretch of time.
 *
 * @param since only events created at or after this time
 * @param until only events created before this time
 * @param filter only those whose deliveries are like this; empty: all
 */
public record ReplaySelection(Instant since, Instant until, Optional<ReplayFilter> filter) {

    /**
     * What somebody asks for now. What is recorded from now on is delivered anyway, so a stretch ends now at the latest.
     *
     * @param until empty: now
     * @param retention how long an event can be read
     * @throws ApiException 400 when the stretch begins before the retention edge or holds nothing
     */
    public static ReplaySelection asked(
            Instant since, Optional<Instant> until, Optional<ReplayFilter> filter, Instant now, Duration retention) {
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
        until.filter(end -> end.isAfter(now)).ifPresent(_ -> {
            throw invalid(
                    "until",
                    "until must not be in the future: it is " + Timestamps.format(now)
                            + " now. Leave it out to replay everything until now.");
        });
        until.filter(end -> !end.isAfter(since)).ifPresent(_ -> {
            throw invalid("until", "until must be later than since.");
        });
        return new ReplaySelection(since, until.orElse(now), filter);
    }

    /**
     * Whether an event of the stretch is to be sent again. One whose present retry cycle began after the replay was asked for has
     * been sent already: by an earlier try of the same step, or because somebody asked for that very delivery.
     *
     * @param logged what the log says of its delivery
     * @param askedAt when the replay was asked for
     */
    boolean wants(Event event, Webhook webhook, Optional<LoggedDelivery> logged, Instant askedAt) {
        return webhook.matches(event.type(), event.clinic())
                && filter.filter(wanted -> !wanted.wants(logged)).isEmpty()
                && logged.flatMap(LoggedDelivery::firstAttempt)
                        .filter(begun -> !begun.isBefore(askedAt))
                        .isEmpty();
    }

    private static ApiException invalid(String field, String message) {
        return new ApiException(ErrorCode.INVALID_FIELD, field, message);
    }
}
