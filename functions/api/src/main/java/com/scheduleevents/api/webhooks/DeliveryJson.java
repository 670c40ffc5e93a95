package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.ShownStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as the API shows it. Attempts are numbered from one in each retry cycle.
 *
 * @param status what becomes of it, as its webhook is now
 * @param more what is only shown of a single delivery
 */
record DeliveryJson(
        String eventId,
        String eventType,
        @Nullable String clinicId,
        String status,
        int retryCycle,
        int attemptsCount,
        int failedAttemptsCount,
        @Nullable String firstAttemptAt,
        @Nullable String nextAttemptAt,
        @Nullable String lastOutcome,
        @Nullable Integer lastStatusCode,
        @Nullable Long lastDurationMs,
        @JsonUnwrapped @Nullable Details more) {

    static DeliveryJson of(LoggedDelivery delivery, Webhook webhook) {
        return of(delivery, webhook, null);
    }

    /**
     * @param responses the captured responses to its attempts
     * @param waitsFor the earlier event of the appointment which the webhook has to get first
     */
    static DeliveryJson withDetails(
            LoggedDelivery delivery,
            Webhook webhook,
            Map<AttemptId, CapturedResponse> responses,
            Optional<EventId> waitsFor) {
        return of(
                delivery,
                webhook,
                new Details(
                        waitsFor.map(EventId::value).orElse(null),
                        delivery.attempts().stream()
                                .map(attempt -> AttemptJson.of(
                                        attempt,
                                        Optional.ofNullable(responses.get(
                                                new AttemptId(delivery.event(), attempt.cycle(), attempt.number())))))
                                .toList()));
    }

    private static DeliveryJson of(LoggedDelivery delivery, Webhook webhook, @Nullable Details more) {
        ShownStatus status = ShownStatus.of(delivery, webhook);
        Optional<AttemptJson> last = delivery.attempts().isEmpty()
                ? Optional.empty()
                : Optional.of(delivery.last()).map(attempt -> AttemptJson.of(attempt, Optional.empty()));
        return new DeliveryJson(
                delivery.event().value(),
                delivery.type(),
                delivery.clinic().map(ClinicId::value).orElse(null),
                status.wireName(),
                delivery.cycle(),
                delivery.attemptsMade(),
                delivery.attemptsFailed(),
                delivery.firstAttempt().map(Timestamps::formatMillis).orElse(null),
                delivery.nextAttempt()
                        .filter(_ -> status == ShownStatus.PENDING)
                        .map(Timestamps::formatMillis)
                        .orElse(null),
                last.map(AttemptJson::outcome).orElse(null),
                last.map(AttemptJson::statusCode).orElse(null),
                last.map(AttemptJson::durationMs).orElse(null),
                more);
    }

    /**
     * What is only shown of a single delivery.
     *
     * @param waitingFor the earlier event of the appointment which the webhook has to get first
     */
    record Details(@Nullable String waitingFor, List<AttemptJson> attempts) {}

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
            @Nullable ResponseJson response) {

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
