package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.delivery.DeliveryLog.LogEntry;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How a delivery looks as a row. */
final class DeliveryRow {

    private DeliveryRow() {}

    static Map<String, AttributeValue> key(WebhookId webhook, EventId event) {
        return Map.of(
                "webhook_id", AttributeValue.fromS(webhook.value()), "event_id", AttributeValue.fromS(event.value()));
    }

    static Map<String, AttributeValue> values(LogEntry entry) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":none", AttributeValue.fromL(List.of()),
                ":attempt", AttributeValue.fromL(List.of(attempt(entry.attempt()))),
                ":n", AttributeValue.fromN(Integer.toString(entry.attempt().number())),
                ":status", AttributeValue.fromS(entry.status().wireName()),
                ":first", AttributeValue.fromS(entry.firstAttempt().toString()),
                ":expires", AttributeValue.fromN(Long.toString(entry.expiresAt().getEpochSecond()))));
        entry.nextAttempt().ifPresent(at -> values.put(":next", time(at)));
        return values;
    }

    static LoggedDelivery read(Row row) {
        return new LoggedDelivery(
                DeliveryStatus.named(row.text("status")),
                row.time("first_attempt_at"),
                row.has("next_attempt_at") ? Optional.of(row.time("next_attempt_at")) : Optional.empty(),
                row.rows("attempts").stream().map(DeliveryRow::readAttempt).toList());
    }

    private static AttributeValue attempt(LoggedAttempt attempt) {
        Map<String, AttributeValue> fields = new HashMap<>();
        fields.put("number", AttributeValue.fromN(Integer.toString(attempt.number())));
        fields.put("at", time(attempt.at()));
        fields.put("took_ms", AttributeValue.fromN(Long.toString(attempt.took().toMillis())));
        fields.put("outcome", AttributeValue.fromS(attempt.outcome().wireName()));
        fields.put("token", AttributeValue.fromS(attempt.token()));
        attempt.status().ifPresent(code -> fields.put("status_code", AttributeValue.fromN(Integer.toString(code))));
        return AttributeValue.fromM(fields);
    }

    private static LoggedAttempt readAttempt(Row row) {
        return new LoggedAttempt(
                (int) row.number("number"),
                row.time("at"),
                Duration.ofMillis(row.number("took_ms")),
                OutcomeClass.valueOf(row.text("outcome").toUpperCase(Locale.ROOT)),
                row.has("status_code") ? OptionalInt.of((int) row.number("status_code")) : OptionalInt.empty(),
                row.text("token"));
    }

    private static AttributeValue time(Instant instant) {
        return AttributeValue.fromS(instant.toString());
    }
}
