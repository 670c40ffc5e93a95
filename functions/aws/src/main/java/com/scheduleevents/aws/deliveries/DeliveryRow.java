package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of the Deliveries table: each is a delivery with its attempts. */
public final class DeliveryRow {

    public static final Attribute<WebhookId> WEBHOOK =
            Attribute.text("webhook_id").as(WebhookId::new, WebhookId::value);
    public static final Attribute<EventId> EVENT = Attribute.text("event_id").as(EventId::new, EventId::value);
    public static final Attribute<ClinicId> CLINIC = Attribute.text("clinic_id").as(ClinicId::new, ClinicId::value);
    public static final Attribute<DeliveryStatus> STATUS =
            Attribute.text("status").as(DeliveryStatus::named, DeliveryStatus::wireName);

    static final Attribute<String> TYPE = Attribute.text("event_type");
    public static final Attribute<Long> GENERATION = Attribute.number("generation");
    static final Attribute<Integer> CYCLE = Attribute.integer("retry_cycle");
    static final Attribute<Integer> COUNT = Attribute.integer("attempt_count");
    static final Attribute<Instant> FIRST_ATTEMPT = Attribute.time("first_attempt_at");
    static final Attribute<Instant> NEXT_ATTEMPT = Attribute.time("next_attempt_at");
    public static final Attribute<List<LoggedAttempt>> ATTEMPTS =
            Attribute.list(Attribute.map("attempts", DeliveryRow::attempt, DeliveryRow::readAttempt));

    /** Absent while all attempts are kept. */
    static final Attribute<Integer> DROPPED = Attribute.integer("dropped_attempts");

    static final Attribute<Integer> DROPPED_FAILED = Attribute.integer("dropped_failed_attempts");
    static final Map<String, String> NAMES = Map.of("#status", STATUS.name(), "#cycle", CYCLE.name());

    private static final Attribute<OutcomeClass> OUTCOME =
            Attribute.text("outcome").as(OutcomeClass::named, OutcomeClass::wireName);
    private static final Attribute<CertificateFault> OUTCOME_DETAIL =
            Attribute.text("outcome_detail").as(CertificateFault::named, CertificateFault::wireName);
    private static final Attribute<Integer> NUMBER = Attribute.integer("number");
    private static final Attribute<Instant> AT = Attribute.time("at");
    private static final Attribute<Duration> TOOK =
            Attribute.number("took_ms").as(Duration::ofMillis, Duration::toMillis);
    private static final Attribute<List<CountedDelivery.Attempt>> COUNTED_ATTEMPTS = Attribute.list(Attribute.map(
            ATTEMPTS.name(),
            attempt -> new Item().with(OUTCOME, attempt.outcome()).with(TOOK, attempt.took()),
            row -> new CountedDelivery.Attempt(row.get(OUTCOME), row.get(TOOK))));
    private static final Attribute<Integer> STATUS_CODE = Attribute.integer("status_code");
    private static final Attribute<String> TOKEN = Attribute.text("token");

    private DeliveryRow() {}

    static Map<String, AttributeValue> key(WebhookId webhook, EventId event) {
        return new Item().with(WEBHOOK, webhook).with(EVENT, event).toMap();
    }

    /** The values of the placeholders that every write has. */
    static Map<String, AttributeValue> values(LoggedDelivery delivery) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":attempts", ATTEMPTS.write(delivery.attempts()),
                ":cycle", CYCLE.write(delivery.cycle()),
                ":made", COUNT.write(delivery.made()),
                ":status", STATUS.write(delivery.status())));
        delivery.generation().ifPresent(number -> values.put(":generation", GENERATION.write(number)));
        delivery.firstAttempt().ifPresent(at -> values.put(":first", FIRST_ATTEMPT.write(at)));
        delivery.nextAttempt().ifPresent(at -> values.put(":next", NEXT_ATTEMPT.write(at)));
        return values;
    }

    /** Sets or removes the attributes of every write besides the attempts. */
    static String change(LoggedDelivery delivery) {
        boolean first = delivery.firstAttempt().isPresent();
        boolean next = delivery.nextAttempt().isPresent();
        String sets = "#cycle = :cycle, " + COUNT + " = :made, #status = :status"
                + (delivery.generation().isPresent() ? ", " + GENERATION + " = :generation" : "")
                + (first ? ", " + FIRST_ATTEMPT + " = :first" : "")
                + (next ? ", " + NEXT_ATTEMPT + " = :next" : "");
        String removed = Stream.of(first ? "" : FIRST_ATTEMPT.name(), next ? "" : NEXT_ATTEMPT.name())
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(", "));
        return removed.isEmpty() ? sets : sets + " REMOVE " + removed;
    }

    static LoggedDelivery read(Map<String, AttributeValue> item) {
        return Row.read(
                "Deliveries",
                item,
                row -> new LoggedDelivery(
                        row.get(EVENT),
                        row.get(TYPE),
                        row.find(CLINIC),
                        row.find(GENERATION).map(OptionalLong::of).orElse(OptionalLong.empty()),
                        row.get(CYCLE),
                        row.get(COUNT),
                        row.get(STATUS),
                        row.find(FIRST_ATTEMPT),
                        row.find(NEXT_ATTEMPT),
                        row.get(ATTEMPTS),
                        new LoggedDelivery.Dropped(
                                row.find(DROPPED).orElse(0),
                                row.find(DROPPED_FAILED).orElse(0))));
    }

    /** Reads the attributes that are needed for counting, when the others are not read. */
    public static CountedDelivery counted(Row row) {
        return new CountedDelivery(
                row.get(EVENT),
                row.find(CLINIC),
                row.get(STATUS),
                row.find(GENERATION).map(OptionalLong::of).orElse(OptionalLong.empty()),
                row.get(COUNTED_ATTEMPTS));
    }

    private static Item attempt(LoggedAttempt attempt) {
        Item item = new Item()
                .with(CYCLE, attempt.cycle())
                .with(NUMBER, attempt.number())
                .with(AT, attempt.at())
                .with(TOOK, attempt.took())
                .with(OUTCOME, attempt.outcome())
                .with(TOKEN, attempt.token());
        attempt.certificateFault().ifPresent(fault -> item.with(OUTCOME_DETAIL, fault));
        attempt.status().ifPresent(code -> item.with(STATUS_CODE, code));
        return item;
    }

    private static LoggedAttempt readAttempt(Row row) {
        return new LoggedAttempt(
                row.get(CYCLE),
                row.get(NUMBER),
                row.get(AT),
                row.get(TOOK),
                row.get(OUTCOME),
                row.find(OUTCOME_DETAIL),
                row.find(STATUS_CODE).map(OptionalInt::of).orElse(OptionalInt.empty()),
                row.get(TOKEN));
    }
}
