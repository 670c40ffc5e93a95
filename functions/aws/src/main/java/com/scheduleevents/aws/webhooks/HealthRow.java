package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.circuit.DueWebhooks;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The health of a webhook in its row: one attribute for each fact, absent when there is nothing to say. */
final class HealthRow {

    static final Attribute<Integer> FAILURES = Attribute.integer("failures");
    static final Attribute<Instant> FAILING_SINCE = Attribute.millis("failing_since");
    static final Attribute<LastFailure> LAST_FAILURE =
            Attribute.map("last_failure", HealthRow::failure, HealthRow::readFailure);
    static final Attribute<Instant> HEALTHY_SINCE = Attribute.millis("healthy_since");
    static final Attribute<OpenCircuit> CIRCUIT = Attribute.map("circuit", HealthRow::circuit, HealthRow::readCircuit);
    static final Attribute<Instant> PROBE_AT = Attribute.millis("probe_at");

    /** The partition key of the index {@code due}; present when {@link #PROBE_AT} is. */
    static final Attribute<String> PROBE_SHARD = Attribute.text("probe_shard");

    static final Attribute<Instant> RETRIES_EXPEDITED_AT = Attribute.millis("retries_expedited_at");

    /** The failing episode that the owner was last warned of, by its {@link #FAILING_SINCE}. */
    static final Attribute<Instant> WARNED_OF = Attribute.millis("warned_of");

    static final Attribute<Boolean> SLOW = Attribute.flag("slow");

    /** The event of the last e-mail about a receiver that rejects one event while it accepts others. */
    static final Attribute<RejectedEvent> REFUSAL =
            Attribute.map("refusal", HealthRow::rejected, HealthRow::readRejected);

    static final List<Attribute<?>> ALL = List.of(
            FAILURES,
            FAILING_SINCE,
            LAST_FAILURE,
            HEALTHY_SINCE,
            CIRCUIT,
            PROBE_AT,
            PROBE_SHARD,
            RETRIES_EXPEDITED_AT,
            WARNED_OF,
            SLOW,
            REFUSAL);

    private static final Attribute<Integer> PACE = Attribute.integer("pace");
    private static final Attribute<Duration> BACK_OFF =
            Attribute.number("back_off_ms").as(Duration::ofMillis, Duration::toMillis);
    private static final Attribute<OutcomeClass> OUTCOME =
            Attribute.text("outcome").as(OutcomeClass::named, OutcomeClass::wireName);
    private static final Attribute<Integer> STATUS = Attribute.integer("status");
    private static final Attribute<EventId> EVENT = Attribute.text("event_id").as(EventId::new, EventId::value);
    private static final Attribute<Integer> ATTEMPTS = Attribute.integer("attempts");
    private static final Attribute<Instant> NOTIFIED_AT = Attribute.millis("told_at");

    private HealthRow() {}

    static Health health(Row row) {
        return new Health(
                new Failures(
                        row.find(FAILURES).orElse(0),
                        row.find(FAILING_SINCE),
                        row.find(LAST_FAILURE),
                        row.find(WARNED_OF)),
                row.find(HEALTHY_SINCE),
                row.find(CIRCUIT),
                row.find(PROBE_AT),
                row.find(RETRIES_EXPEDITED_AT),
                row.find(SLOW).orElse(false),
                row.find(REFUSAL));
    }

    static Item item(WebhookId webhook, Health health) {
        Failures failures = health.failures();
        return new Item()
                .with(FAILURES, Optional.of(failures.count()).filter(count -> count > 0))
                .with(FAILING_SINCE, failures.since())
                .with(LAST_FAILURE, failures.last())
                .with(WARNED_OF, failures.warnedSince())
                .with(HEALTHY_SINCE, health.healthySince())
                .with(CIRCUIT, health.circuit())
                .with(PROBE_AT, health.probeAt())
                .with(PROBE_SHARD, health.probeAt().map(_ -> shard(webhook)))
                .with(RETRIES_EXPEDITED_AT, health.retriesExpeditedAt())
                .with(SLOW, Optional.of(health.slow()).filter(slow -> slow))
                .with(REFUSAL, health.rejectedEvent());
    }

    static String shard(WebhookId webhook) {
        return Integer.toString(Math.floorMod(webhook.value().hashCode(), DueWebhooks.SHARDS));
    }

    private static Item circuit(OpenCircuit circuit) {
        return new Item().with(PACE, circuit.pace()).with(BACK_OFF, circuit.backOff());
    }

    private static OpenCircuit readCircuit(Row row) {
        return new OpenCircuit(row.get(PACE), row.get(BACK_OFF));
    }

    private static Item failure(LastFailure failure) {
        Item item = new Item().with(OUTCOME, failure.outcome());
        failure.status().ifPresent(status -> item.with(STATUS, status));
        return item;
    }

    private static LastFailure readFailure(Row row) {
        return new LastFailure(
                row.get(OUTCOME), row.find(STATUS).map(OptionalInt::of).orElse(OptionalInt.empty()));
    }

    private static Item rejected(RejectedEvent rejected) {
        return new Item()
                .with(EVENT, rejected.event())
                .with(FAILING_SINCE, rejected.failingSince())
                .with(ATTEMPTS, rejected.attempts())
                .with(LAST_FAILURE, rejected.last())
                .with(NOTIFIED_AT, rejected.notifiedAt());
    }

    private static RejectedEvent readRejected(Row row) {
        return new RejectedEvent(
                row.get(EVENT), row.get(FAILING_SINCE), row.get(ATTEMPTS), row.get(LAST_FAILURE), row.get(NOTIFIED_AT));
    }
}
