package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A delivery as the API shows it. Its attempts are counted anew in each retry cycle. */
final class DeliveryJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private DeliveryJson() {}

    static String of(LoggedDelivery delivery) {
        return object(delivery).toString();
    }

    static String withAttempts(LoggedDelivery delivery) {
        ObjectNode object = object(delivery);
        ArrayNode attempts = object.putArray("attempts");
        delivery.attempts().forEach(attempt -> attempts.add(object(attempt)));
        return object.toString();
    }

    private static ObjectNode object(LoggedDelivery delivery) {
        Optional<LoggedAttempt> last = delivery.attempts().isEmpty() ? Optional.empty() : Optional.of(delivery.last());
        return JSON.createObjectNode()
                .put("event_id", delivery.event().value())
                .put("event_type", delivery.type())
                .put("clinic_id", delivery.clinic().map(ClinicId::value).orElse(null))
                .put("status", delivery.status().wireName())
                .put("retry_cycle", delivery.cycle())
                .put("attempts_count", delivery.made())
                .put("first_attempt_at", time(delivery.firstAttempt()))
                .put("next_attempt_at", time(delivery.nextAttempt()))
                .put(
                        "last_outcome",
                        last.map(attempt -> attempt.outcome().wireName()).orElse(null))
                .put("last_status_code", last.map(DeliveryJson::status).orElse(null));
    }

    private static ObjectNode object(LoggedAttempt attempt) {
        return JSON.createObjectNode()
                .put("retry_cycle", attempt.cycle())
                .put("number", attempt.number())
                .put("at", Timestamps.formatMillis(attempt.at()))
                .put("duration_ms", attempt.took().toMillis())
                .put("outcome", attempt.outcome().wireName())
                .put("status_code", status(attempt));
    }

    private static @Nullable Integer status(LoggedAttempt attempt) {
        OptionalInt code = attempt.status();
        return code.isPresent() ? code.getAsInt() : null;
    }

    private static @Nullable String time(Optional<Instant> time) {
        return time.map(Timestamps::formatMillis).orElse(null);
    }
}
