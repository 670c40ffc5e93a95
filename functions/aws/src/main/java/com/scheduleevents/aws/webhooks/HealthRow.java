package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.millis;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.circuit.DueWebhooks;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.Refusal;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How a webhook's health is written into its row: attributes of their own, each absent when there is nothing to say, so that
 * a condition can name each. Times are milliseconds since 1970.
 */
final class HealthRow {

    static final String FAILURES = "failures";
    static final String FAILING_SINCE = "failing_since";
    static final String LAST_FAILURE = "last_failure";
    static final String HEALTHY_SINCE = "healthy_since";
    static final String CIRCUIT = "circuit";
    static final String DUE_AT = "probe_at";

    /** The partition key of the index {@code due}; there when {@link #DUE_AT} is. */
    static final String DUE_SHARD = "probe_shard";

    static final String CALLED_BACK_AT = "retries_expedited_at";
    static final String WARNED_OF = "warned_of";
    static final String SLOW = "slow";
    static final String REFUSAL = "refusal";

    private static final String TOLD_AT = "told_at";

    /** All of them, as the removal of all that is known names them. */
    static final List<String> ALL = List.of(
            FAILURES,
            FAILING_SINCE,
            LAST_FAILURE,
            HEALTHY_SINCE,
            CIRCUIT,
            DUE_AT,
            DUE_SHARD,
            CALLED_BACK_AT,
            WARNED_OF,
            SLOW,
            REFUSAL);

    private HealthRow() {}

    static Health health(Row row) {
        return new Health(
                row.has(FAILURES) ? Math.toIntExact(row.number(FAILURES)) : 0,
                time(row, FAILING_SINCE),
                row.optionalRow(LAST_FAILURE).map(HealthRow::lastFailure),
                time(row, HEALTHY_SINCE),
                row.optionalRow(CIRCUIT)
                        .map(held -> new OpenCircuit(
                                Math.toIntExact(held.number("pace")), Duration.ofMillis(held.number("back_off_ms")))),
                time(row, DUE_AT),
                time(row, CALLED_BACK_AT),
                time(row, WARNED_OF),
                row.has(SLOW) && row.flag(SLOW),
                row.optionalRow(REFUSAL).map(HealthRow::refusal));
    }

    static Map<String, AttributeValue> item(WebhookId webhook, Health health) {
        Map<String, AttributeValue> item = new HashMap<>();
        if (health.failures() > 0) {
            item.put(FAILURES, number(health.failures()));
        }
        health.failingSince().ifPresent(at -> item.put(FAILING_SINCE, millis(at)));
        health.lastFailure().ifPresent(failure -> item.put(LAST_FAILURE, map(failure)));
        health.healthySince().ifPresent(at -> item.put(HEALTHY_SINCE, millis(at)));
        health.circuit().ifPresent(circuit -> item.put(CIRCUIT, map(circuit)));
        health.probeAt().ifPresent(at -> {
            item.put(DUE_AT, millis(at));
            item.put(DUE_SHARD, shard(webhook));
        });
        health.retriesExpeditedAt().ifPresent(at -> item.put(CALLED_BACK_AT, millis(at)));
        health.warnedOf().ifPresent(at -> item.put(WARNED_OF, millis(at)));
        if (health.slow()) {
            item.put(SLOW, AttributeValue.fromBool(true));
        }
        health.refusal().ifPresent(refusal -> item.put(REFUSAL, map(refusal)));
        return item;
    }

    static AttributeValue shard(WebhookId webhook) {
        return shard(Math.floorMod(webhook.value().hashCode(), DueWebhooks.SHARDS));
    }

    static AttributeValue shard(int number) {
        return text(Integer.toString(number));
    }

    static AttributeValue map(OpenCircuit circuit) {
        return AttributeValue.fromM(Map.of(
                "pace",
                number(circuit.pace()),
                "back_off_ms",
                number(circuit.backOff().toMillis())));
    }

    static AttributeValue map(LastFailure failure) {
        Map<String, AttributeValue> map =
                new HashMap<>(Map.of("outcome", text(failure.outcome().wireName())));
        failure.status().ifPresent(status -> map.put("status", number(status)));
        return AttributeValue.fromM(map);
    }

    static AttributeValue map(Refusal refusal) {
        return AttributeValue.fromM(Map.of(
                "event_id",
                text(refusal.event().value()),
                FAILING_SINCE,
                millis(refusal.failingSince()),
                "attempts",
                number(refusal.attempts()),
                LAST_FAILURE,
                map(refusal.last()),
                TOLD_AT,
                millis(refusal.toldAt())));
    }

    private static Refusal refusal(Row row) {
        return new Refusal(
                new EventId(row.text("event_id")),
                Instant.ofEpochMilli(row.number(FAILING_SINCE)),
                Math.toIntExact(row.number("attempts")),
                lastFailure(row.optionalRow(LAST_FAILURE)
                        .orElseThrow(
                                () -> new IllegalStateException("the Webhooks row has a refusal without a failure"))),
                Instant.ofEpochMilli(row.number(TOLD_AT)));
    }

    private static LastFailure lastFailure(Row row) {
        return new LastFailure(
                OutcomeClass.named(row.text("outcome")),
                row.has("status") ? OptionalInt.of(Math.toIntExact(row.number("status"))) : OptionalInt.empty());
    }

    private static Optional<Instant> time(Row row, String name) {
        return row.has(name) ? Optional.of(Instant.ofEpochMilli(row.number(name))) : Optional.empty();
    }
}
