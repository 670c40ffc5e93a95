package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.AttemptId;
import java.util.List;
import java.util.Map;
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
        @Nullable Long lastDurationMs,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<AttemptJson> attempts) {

    static DeliveryJson of(LoggedDelivery delivery) {
        return of(delivery, null);
    }

    /** @param responses the captured responses to its attempts */
    static DeliveryJson withAttempts(LoggedDelivery delivery, Map<AttemptId, CapturedResponse> responses) {
        return of(
                delivery,
                delivery.attempts().stream()
                        .map(attempt -> AttemptJson.of(
                                attempt,
                                Optional.ofNullable(responses.get(
                                        new AttemptId(delivery.event(), attempt.cycle(), attempt.number())))))
                        .toList());
    }

    private static DeliveryJson of(LoggedDelivery delivery, @Nullable List<AttemptJson> attempts) {
        Optional<AttemptJson> last = delivery.attempts().isEmpty()
                ? Optional.empty()
                : Optional.of(delivery.last()).map(attempt -> AttemptJson.of(attempt, Optional.empty()));
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
                last.map(AttemptJson::durationMs).orElse(null),
                attempts);
    }

    /**
     * An attempt of a delivery.
     *
     * @param response what the receiver responded; null unless it was captured and the key may see it
     */
    record AttemptJson(
            int retryCycle,
            int number,
            String at,
            long durationMs,
            String outcome,
            @Nullable String outcomeDetail,
            @Nullable Integer statusCode,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            ResponseJson response) {

        static AttemptJson of(LoggedAttempt attempt, Optional<CapturedResponse> response) {
            return new AttemptJson(
                    attempt.cycle(),
                    attempt.number(),
                    Timestamps.formatMillis(attempt.at()),
                    attempt.took().toMillis(),
                    attempt.outcome().wireName(),
                    attempt.certificateFault().map(CertificateFault::wireName).orElse(null),
                    attempt.status().isPresent() ? attempt.status().getAsInt() : null,
                    response.map(ResponseJson::of).orElse(null));
        }
    }

    /** A captured response. */
    record ResponseJson(@Nullable String contentType, String body, boolean truncated) {

        static ResponseJson of(CapturedResponse response) {
            return new ResponseJson(response.contentType().orElse(null), response.body(), response.truncated());
        }

        /** Omits what the receiver sent. */
        @Override
        public String toString() {
            return "ResponseJson[truncated=" + truncated + "]";
        }
    }
}
