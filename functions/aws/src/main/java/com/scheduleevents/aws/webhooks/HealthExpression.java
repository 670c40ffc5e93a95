package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.millis;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;
import static com.scheduleevents.aws.webhooks.HealthRow.CALLED_BACK_AT;
import static com.scheduleevents.aws.webhooks.HealthRow.CIRCUIT;
import static com.scheduleevents.aws.webhooks.HealthRow.DUE_AT;
import static com.scheduleevents.aws.webhooks.HealthRow.DUE_SHARD;
import static com.scheduleevents.aws.webhooks.HealthRow.FAILING_SINCE;
import static com.scheduleevents.aws.webhooks.HealthRow.FAILURES;
import static com.scheduleevents.aws.webhooks.HealthRow.HEALTHY_SINCE;
import static com.scheduleevents.aws.webhooks.HealthRow.LAST_FAILURE;
import static com.scheduleevents.aws.webhooks.HealthRow.REFUSAL;
import static com.scheduleevents.aws.webhooks.HealthRow.SLOW;
import static com.scheduleevents.aws.webhooks.HealthRow.WARNED_OF;

import com.scheduleevents.domain.webhook.Health.Refusal;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A {@link HealthWrite} as DynamoDB carries it out: condition and update, atomic in one row. */
final class HealthExpression {

    private static final String CIRCUIT_CLOSED = "attribute_not_exists(circuit)";
    private static final String IS_DUE_AS_READ = "probe_at = :read";

    private final List<String> conditions = new ArrayList<>(List.of("attribute_exists(id)"));
    private final List<String> sets = new ArrayList<>();
    private final List<String> removes = new ArrayList<>();
    private final List<String> adds = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final WebhookId webhook;

    /** A write of whoever has read the webhook's row. */
    HealthExpression(WebhookId webhook, long generation, HealthWrite write) {
        this.webhook = webhook;
        conditions.addAll(List.of("#status = :active", "generation = :generation", "attribute_not_exists(suspended)"));
        names.put("#status", WebhookRow.STATUS);
        values.put(":active", text(WebhookStatus.ACTIVE.wireName()));
        values.put(":generation", number(generation));
        translate(write);
        write.mail().ifPresent(mail -> {
            adds.add(WebhookRow.MAILS_DUE + " :mail");
            values.put(":mail", AttributeValue.fromSs(List.of(mail.name())));
        });
    }

    /**
     * The clock's lease. The index that the clock reads has no generation, and none is needed: every write that disables,
     * suspends or enables the webhook changes {@code probe_at} too.
     */
    HealthExpression(WebhookId webhook, HealthWrite.Leased lease) {
        this.webhook = webhook;
        translate(lease);
    }

    String condition() {
        return String.join(" AND ", conditions);
    }

    String update() {
        return List.of(clause("SET", sets), clause("REMOVE", removes), clause("ADD", adds)).stream()
                .filter(clause -> !clause.isEmpty())
                .collect(Collectors.joining(" "));
    }

    Map<String, String> names() {
        return names;
    }

    Map<String, AttributeValue> values() {
        return values;
    }

    private void translate(HealthWrite write) {
        switch (write) {
            case HealthWrite.Recovered recovered -> recovered(recovered);
            case HealthWrite.Failed failed -> failed(failed);
            case HealthWrite.Opened(OpenCircuit circuit, Instant probeAt) -> {
                conditions.add(CIRCUIT_CLOSED);
                circuit(circuit);
                due(probeAt);
            }
            case HealthWrite.Leased(Instant read, Instant until) -> {
                asRead(read);
                sets.add(DUE_AT + " = :due");
                values.put(":due", millis(until));
            }
            case HealthWrite.Paced(Instant lease, OpenCircuit circuit, Instant probeAt) -> {
                conditions.add("attribute_exists(circuit)");
                asRead(lease);
                circuit(circuit);
                due(probeAt);
            }
            case HealthWrite.Closed(Instant lease, Optional<Instant> expeditesRetries, Instant probeAt) -> {
                asRead(lease);
                removes.add(CIRCUIT);
                expeditesRetries.ifPresent(at -> {
                    sets.add(CALLED_BACK_AT + " = :at");
                    values.put(":at", millis(at));
                });
                due(probeAt);
            }
            case HealthWrite.Reopened(Instant lease, OpenCircuit circuit, Instant probeAt) -> {
                conditions.add(CIRCUIT_CLOSED);
                asRead(lease);
                circuit(circuit);
                due(probeAt);
            }
            case HealthWrite.Settled(Instant lease, Optional<Instant> next) -> {
                conditions.add(CIRCUIT_CLOSED);
                asRead(lease);
                next.ifPresentOrElse(this::due, () -> removes.addAll(List.of(DUE_AT, DUE_SHARD)));
            }
            case HealthWrite.Warned warned -> {
                episode(warned.episode());
                conditions.add("(attribute_not_exists(warned_of) OR warned_of <> :episode)");
                sets.add(WARNED_OF + " = :episode");
            }
            case HealthWrite.Refused(Refusal refusal, Instant lately) -> {
                conditions.add("(attribute_not_exists(refusal)"
                        + " OR (refusal.event_id <> :event AND refusal.told_at < :lately))");
                values.put(":event", text(refusal.event().value()));
                values.put(":lately", millis(lately));
                sets.add(REFUSAL + " = :refusal");
                values.put(":refusal", HealthRow.map(refusal));
            }
            case HealthWrite.Slow(boolean slow) -> {
                sets.add(SLOW + " = :slow");
                values.put(":slow", AttributeValue.fromBool(slow));
            }
        }
    }

    private void recovered(HealthWrite.Recovered write) {
        episode(write.episode());
        sets.add(HEALTHY_SINCE + " = :at");
        values.put(":at", millis(write.at()));
        removes.addAll(List.of(FAILURES, FAILING_SINCE, LAST_FAILURE, WARNED_OF));
        if (write.wake()) {
            due(write.at());
        }
    }

    private void failed(HealthWrite.Failed write) {
        conditions.add("(attribute_not_exists(healthy_since) OR healthy_since < :begun)");
        values.put(":begun", millis(write.begun()));
        sets.add(FAILING_SINCE + " = if_not_exists(failing_since, :begun)");
        sets.add(LAST_FAILURE + " = :failure");
        values.put(":failure", HealthRow.map(write.failure()));
        adds.add(FAILURES + " :one");
        values.put(":one", number(1));
        write.warnAfter().ifPresent(after -> {
            sets.add(DUE_AT + " = if_not_exists(probe_at, :due)");
            sets.add(DUE_SHARD + " = :shard");
            values.put(":due", millis(write.begun().plus(after)));
            values.put(":shard", HealthRow.shard(webhook));
        });
    }

    private void episode(Instant episode) {
        conditions.add("failing_since = :episode");
        values.put(":episode", millis(episode));
    }

    private void asRead(Instant probeAt) {
        conditions.add(IS_DUE_AS_READ);
        values.put(":read", millis(probeAt));
    }

    private void circuit(OpenCircuit circuit) {
        sets.add(CIRCUIT + " = :circuit");
        values.put(":circuit", HealthRow.map(circuit));
    }

    private void due(Instant probeAt) {
        sets.add(DUE_AT + " = :due");
        sets.add(DUE_SHARD + " = :shard");
        values.put(":due", millis(probeAt));
        values.put(":shard", HealthRow.shard(webhook));
    }

    private static String clause(String verb, List<String> parts) {
        return parts.isEmpty() ? "" : verb + " " + String.join(", ", parts);
    }
}
