package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.time.Timestamps;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as the API shows it. Attempts are numbered from one in each retry cycle.
 *
 * @param attempts the attempts, only where one delivery is shown
 */
record DeliveryJson(
        String eventId,
        String eventType,
        @Nullable String clinicId,
        String status,
        int retryCycle,
        int attemptsCount,
        @Nullable String firstAttemptAt,
        @Nullable String nextAttemptAt,
        @Nullable String lastOutcome,
        @Nullable Integer lastStatusCode,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<AttemptJson> attempts) {

    static DeliveryJson of(LoggedDelivery delivery) {
        return of(delivery, null);
    }

    static DeliveryJson withAttempts(LoggedDelivery delivery) {
        return of(delivery, delivery.attempts().stream().map(AttemptJson::of).toList());
    }

    private static DeliveryJson of(LoggedDelivery delivery, @Nullable List<AttemptJson> attempts) {
        Optional<AttemptJson> last = delivery.attempts().isEmpty()
                ? Optional.empty()
                : Optional.of(delivery.last()).map(AttemptJson::of);
        return new DeliveryJson(
                delivery.event().value(),
                delivery.type(),
                delivery.clinic().map(ClinicId::value).orElse(null),
                delivery.status().wireName(),
                delivery.cycle(),
                delivery.made(),
                delivery.firstAttempt().map(Timestamps::formatMillis).orElse(null),
                delivery.nextAttempt().map(Timestamps::formatMillis).orElse(null),
                last.map(AttemptJson::outcome).orElse(null),
                last.map(AttemptJson::statusCode).orElse(null),
                attempts);
    }

    /** An attempt of a delivery. */
    record AttemptJson(
            int retryCycle,
            int number,
            String at,
            long durationMs,
            String outcome,
            @Nullable Integer statusCode) {

        static AttemptJson of(LoggedAttempt attempt) {
            return new AttemptJson(
                    attempt.cycle(),
                    attempt.number(),
                    Timestamps.formatMillis(attempt.at()),
                    attempt.took().toMillis(),
                    attempt.outcome().wireName(),
                    attempt.status().isPresent() ? attempt.status().getAsInt() : null);
        }
    }
}
