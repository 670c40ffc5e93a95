package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The health of a webhook in its row: one attribute for each fact, absent when there is nothing to say. */
final class HealthRow {

    /** Raised by every write of the health, and never removed. */
    static final Attribute<Long> REVISION = Attribute.number("health_revision");

    static final Attribute<Integer> SCORE = Attribute.integer("failure_score");
    static final Attribute<Integer> FAILURES = Attribute.integer("failures");
    static final Attribute<Instant> FAILING_SINCE = Attribute.millis("failing_since");

    /** Until when the failed attempts so far speak for the receiver; rows of earlier releases do not have it. */
    static final Attribute<Instant> COVERED_UNTIL = Attribute.millis("failures_covered_until");

    static final Attribute<LastFailure> LAST_FAILURE =
            Attribute.map("last_failure", HealthRow::failure, HealthRow::readFailure);
    static final Attribute<Instant> HEALTHY_SINCE = Attribute.millis("healthy_since");

    /** The circuit breaker; absent when the circuit is closed and nothing is drained. */
    static final Attribute<Circuit> CIRCUIT = Attribute.map("circuit", HealthRow::circuit, HealthRow::readCircuit);

    static final Attribute<Instant> PROBE_AT = Attribute.millis("probe_at");

    /** The partition key of the index {@code due}; present when {@link #PROBE_AT} is. */
    static final Attribute<String> PROBE_SHARD = Attribute.text("probe_shard");

    static final Attribute<Instant> RETRIES_EXPEDITED_AT = Attribute.millis("retries_expedited_at");

    static final Attribute<Instant> CLOSED_AT = Attribute.millis("circuit_closed_at");

    /** The failing episode that the owner was last warned of, by its {@link #FAILING_SINCE}. */
    static final Attribute<Instant> WARNED_OF = Attribute.millis("warned_of");

    /** When the owner was warned of {@link #WARNED_OF}; rows of earlier releases do not have it. */
    static final Attribute<Instant> WARNED_AT = Attribute.millis("warned_at");

    static final Attribute<Boolean> SLOW = Attribute.flag("slow");

    /** The event of the last e-mail about a receiver that rejects one event while it accepts others. */
    static final Attribute<RejectedEvent> REFUSAL =
            Attribute.map("refusal", HealthRow::rejected, HealthRow::readRejected);

    /** The lease of the last probe that was carried out. */
    static final Attribute<Instant> PROBED = Attribute.millis("probed_lease");

    /** What the owner was told of deliveries that wait. */
    static final Attribute<WaitNotice> WAIT_NOTICE = Attribute.map("wait_notice", HealthRow::wait, HealthRow::readWait);

    /** All attributes but the revision. */
    static final List<Attribute<?>> ALL = List.of(
            SCORE,
            FAILURES,
            FAILING_SINCE,
            COVERED_UNTIL,
            LAST_FAILURE,
            HEALTHY_SINCE,
            CIRCUIT,
            PROBE_AT,
            PROBE_SHARD,
            RETRIES_EXPEDITED_AT,
            CLOSED_AT,
            WARNED_OF,
            WARNED_AT,
            SLOW,
            REFUSAL,
            PROBED,
            WAIT_NOTICE);

    private static final Attribute<String> STATE = Attribute.text("state");
    private static final String OPEN = "open";
    private static final String HALF_OPEN = "half_open";
    private static final String DRAINING = "draining";
    private static final String PULLED = "pulled";
    private static final Attribute<Integer> PASSED = Attribute.integer("passed_probes");

    /** The pace of a drain. Version 1 reads it, and {@link #WAIT}, in every circuit, and runs beside this one while it is replaced. */
    private static final Attribute<Integer> PACE = Attribute.integer("pace");

    private static final Attribute<Duration> WAIT =
            Attribute.number("back_off_ms").as(Duration::ofMillis, Duration::toMillis);
    private static final Attribute<Boolean> STRAINED = Attribute.flag("strained");
    private static final Attribute<Instant> PULLED_AT = Attribute.millis("pulled_at");

    /** Whether the owner was told, in the circuit of an earlier release, which requires it and runs beside this one while it is replaced. */
    private static final Attribute<Boolean> NOTIFIED = Attribute.flag("told");

    private static final Attribute<OutcomeClass> OUTCOME =
            Attribute.text("outcome").as(OutcomeClass::named, OutcomeClass::wireName);
    private static final Attribute<Integer> STATUS = Attribute.integer("status");
    private static final Attribute<EventId> EVENT = Attribute.text("event_id").as(EventId::new, EventId::value);
    private static final Attribute<Integer> ATTEMPTS = Attribute.integer("attempts");
    private static final Attribute<Instant> NOTIFIED_AT = Attribute.millis("told_at");
    private static final Attribute<Integer> NUMBER = Attribute.integer("number");
    private static final Attribute<Instant> SINCE = Attribute.millis("since");

    private HealthRow() {}

    static Health health(Row row) {
        return new Health(
                row.find(REVISION).orElse(0L),
                new Failures(
                        row.find(SCORE).orElseGet(() -> scoreOfVersion1(row)),
                        row.find(FAILURES).orElse(0),
                        row.find(FAILING_SINCE),
                        row.find(COVERED_UNTIL),
                        row.find(LAST_FAILURE),
                        row.find(WARNED_OF),
                        row.find(WARNED_AT)),
                row.find(HEALTHY_SINCE),
                row.find(CIRCUIT).orElseGet(Circuit.Closed::new),
                row.find(PROBE_AT),
                row.find(RETRIES_EXPEDITED_AT),
                row.find(CLOSED_AT),
                row.find(SLOW).orElse(false),
                row.find(REFUSAL),
                row.find(PROBED),
                row.find(WAIT_NOTICE));
    }

    static Item item(WebhookId webhook, Health health) {
        Failures failures = health.failures();
        return new Item()
                .with(REVISION, Optional.of(health.revision()).filter(revision -> revision > 0))
                .with(SCORE, Optional.of(failures.score()).filter(score -> score > 0))
                .with(FAILURES, Optional.of(failures.count()).filter(count -> count > 0))
                .with(FAILING_SINCE, failures.since())
                .with(COVERED_UNTIL, failures.coveredUntil())
                .with(LAST_FAILURE, failures.last())
                .with(WARNED_OF, failures.warnedSince())
                .with(WARNED_AT, failures.warnedAt())
                .with(HEALTHY_SINCE, health.healthySince())
                .with(CIRCUIT, Optional.of(health.circuit()).filter(circuit -> !(circuit instanceof Circuit.Closed)))
                .with(PROBE_AT, health.dueAt())
                .with(PROBE_SHARD, health.dueAt().map(_ -> shard(webhook)))
                .with(RETRIES_EXPEDITED_AT, health.retriesExpeditedAt())
                .with(CLOSED_AT, health.closedAt())
                .with(SLOW, Optional.of(health.slow()).filter(slow -> slow))
                .with(REFUSAL, health.rejectedEvent())
                .with(PROBED, health.probed())
                .with(WAIT_NOTICE, health.waitNotice());
    }

    static String shard(WebhookId webhook) {
        return Integer.toString(Math.floorMod(webhook.value().hashCode(), DueWebhookIndex.SHARDS));
    }

    /** Version 1 wrote the number of failures in a row, of which ten opened the circuit. */
    private static int scoreOfVersion1(Row row) {
        return Math.min(row.find(FAILURES).orElse(0), 10);
    }

    private static Item circuit(Circuit circuit) {
        return switch (circuit) {
            case Circuit.Closed _ -> throw new IllegalArgumentException("a closed circuit has no attribute");
            case Circuit.Open(Duration wait) ->
                new Item().with(STATE, OPEN).with(PACE, 1).with(WAIT, wait);
            case Circuit.HalfOpen(int passed, Duration wait) ->
                new Item()
                        .with(STATE, HALF_OPEN)
                        .with(PASSED, passed)
                        .with(PACE, 1)
                        .with(WAIT, wait);
            case Circuit.Draining drain ->
                new Item()
                        .with(STATE, DRAINING)
                        .with(PACE, drain.pace())
                        .with(WAIT, Duration.ofSeconds(10))
                        .with(STRAINED, drain.strained())
                        .with(NOTIFIED, false);
            case Circuit.Pulled(Optional<Instant> pulledAt) ->
                new Item().with(STATE, PULLED).with(PULLED_AT, pulledAt).with(NOTIFIED, false);
        };
    }

    /** Version 1 wrote no state, and drained nothing. */
    private static Circuit readCircuit(Row row) {
        String state = row.find(STATE).orElse(OPEN);
        return switch (state) {
            case OPEN -> new Circuit.Open(row.get(WAIT));
            case HALF_OPEN -> new Circuit.HalfOpen(row.get(PASSED), row.get(WAIT));
            case DRAINING -> new Circuit.Draining(row.get(PACE), row.get(STRAINED));
            case PULLED -> new Circuit.Pulled(row.find(PULLED_AT));
            default -> throw new IllegalArgumentException("the state of the circuit is unknown");
        };
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

    private static Item wait(WaitNotice notice) {
        return new Item()
                .with(NUMBER, notice.number())
                .with(SINCE, notice.since())
                .with(NOTIFIED_AT, notice.at());
    }

    private static WaitNotice readWait(Row row) {
        return new WaitNotice(row.get(NUMBER), row.get(SINCE), row.get(NOTIFIED_AT));
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
