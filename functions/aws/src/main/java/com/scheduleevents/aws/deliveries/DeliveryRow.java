package com.scheduleevents.aws.deliveries;

import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.ClinicId;
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
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How a delivery looks as a row. */
final class DeliveryRow {

    static final Map<String, String> NAMES = Map.of("#status", "status", "#cycle", "retry_cycle");

    private DeliveryRow() {}

    static Map<String, AttributeValue> key(WebhookId webhook, EventId event) {
        return Map.of("webhook_id", text(webhook.value()), "event_id", text(event.value()));
    }

    /** The values of what every write sets. */
    static Map<String, AttributeValue> values(LoggedDelivery delivery) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":attempts", attempts(delivery.attempts()),
                ":cycle", number(delivery.cycle()),
                ":made", number(delivery.made()),
                ":status", text(delivery.status().wireName())));
        delivery.firstAttempt().ifPresent(at -> values.put(":first", text(at.toString())));
        delivery.nextAttempt().ifPresent(at -> values.put(":next", text(at.toString())));
        return values;
    }

    /** What every write sets or removes, besides the attempts. */
    static String change(LoggedDelivery delivery) {
        return "#cycle = :cycle, attempt_count = :made, #status = :status"
                + delivery.firstAttempt()
                        .map(_ -> ", first_attempt_at = :first")
                        .orElse("")
                + delivery.nextAttempt().map(_ -> ", next_attempt_at = :next").orElse("")
                + removed(delivery);
    }

    private static String removed(LoggedDelivery delivery) {
        List<String> gone = Stream.of(
                        delivery.firstAttempt().isEmpty() ? "first_attempt_at" : "",
                        delivery.nextAttempt().isEmpty() ? "next_attempt_at" : "")
                .filter(name -> !name.isEmpty())
                .toList();
        return gone.isEmpty() ? "" : " REMOVE " + String.join(", ", gone);
    }

    static LoggedDelivery read(Map<String, AttributeValue> item) {
        return Row.read("Deliveries", item, DeliveryRow::read);
    }

    private static LoggedDelivery read(Row row) {
        return new LoggedDelivery(
                new EventId(row.text("event_id")),
                row.text("event_type"),
                row.optionalText("clinic_id").map(ClinicId::new),
                Math.toIntExact(row.number("retry_cycle")),
                Math.toIntExact(row.number("attempt_count")),
                DeliveryStatus.named(row.text("status")),
                row.optionalText("first_attempt_at").map(Instant::parse),
                row.optionalText("next_attempt_at").map(Instant::parse),
                row.rows("attempts").stream().map(DeliveryRow::readAttempt).toList());
    }

    private static AttributeValue attempts(List<LoggedAttempt> attempts) {
        return AttributeValue.fromL(attempts.stream().map(DeliveryRow::attempt).toList());
    }

    private static AttributeValue attempt(LoggedAttempt attempt) {
        Map<String, AttributeValue> fields = new HashMap<>();
        fields.put("retry_cycle", number(attempt.cycle()));
        fields.put("number", number(attempt.number()));
        fields.put("at", text(attempt.at().toString()));
        fields.put("took_ms", number(attempt.took().toMillis()));
        fields.put("outcome", text(attempt.outcome().wireName()));
        fields.put("token", text(attempt.token()));
        attempt.status().ifPresent(code -> fields.put("status_code", number(code)));
        return AttributeValue.fromM(fields);
    }

    private static LoggedAttempt readAttempt(Row row) {
        return new LoggedAttempt(
                Math.toIntExact(row.number("retry_cycle")),
                Math.toIntExact(row.number("number")),
                row.time("at"),
                Duration.ofMillis(row.number("took_ms")),
                OutcomeClass.valueOf(row.text("outcome").toUpperCase(Locale.ROOT)),
                row.has("status_code")
                        ? OptionalInt.of(Math.toIntExact(row.number("status_code")))
                        : OptionalInt.empty(),
                row.text("token"));
    }
}
