package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.millis;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The conditional update of a webhook's row that carries out a {@link HealthWrite}. */
final class HealthExpression {

    private static final String CIRCUIT_CLOSED = "attribute_not_exists(circuit)";

    private final List<String> conditions = new ArrayList<>(List.of("attribute_exists(id)"));
    private final List<String> sets = new ArrayList<>();
    private final List<String> removes = new ArrayList<>();
    private final List<String> adds = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final WebhookId webhook;

    /** A write after the webhook was read. */
    HealthExpression(WebhookId webhook, long generation, HealthWrite write) {
        this.webhook = webhook;
        conditions.addAll(List.of("#status = :active", "generation = :generation", "attribute_not_exists(suspended)"));
        names.put("#status", WebhookRow.STATUS.name());
        values.put(":active", WebhookRow.STATUS.write(WebhookStatus.ACTIVE));
        values.put(":generation", WebhookRow.GENERATION.write(generation));
        translate(write);
        write.mail().ifPresent(mail -> {
            adds.add(WebhookRow.MAILS_DUE + " :mail");
            values.put(":mail", WebhookRow.MAILS_DUE.write(Set.of(mail.name())));
        });
    }

    /**
     * The clock's lease. The index that the clock reads does not contain the generation, which is not needed: every write that disables,
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
                set(HealthRow.PROBE_AT, ":due", until);
            }
            case HealthWrite.Paced(Instant lease, OpenCircuit circuit, Instant probeAt) -> {
                conditions.add("attribute_exists(circuit)");
                asRead(lease);
                circuit(circuit);
                due(probeAt);
            }
            case HealthWrite.Closed(Instant lease, Optional<Instant> expeditesRetries, Instant probeAt) -> {
                asRead(lease);
                removes.add(HealthRow.CIRCUIT.name());
                expeditesRetries.ifPresent(at -> set(HealthRow.RETRIES_EXPEDITED_AT, ":at", at));
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
                next.ifPresentOrElse(this::due, () -> remove(HealthRow.PROBE_AT, HealthRow.PROBE_SHARD));
            }
            case HealthWrite.Warned warned -> {
                episode(warned.episode());
                conditions.add("(attribute_not_exists(warned_of) OR warned_of <> :episode)");
                set(HealthRow.WARNED_OF, ":episode", warned.episode());
            }
            case HealthWrite.Refused(RejectedEvent rejected, Instant lately) -> {
                conditions.add("(attribute_not_exists(refusal)"
                        + " OR (refusal.event_id <> :event AND refusal.told_at < :lately))");
                values.put(":event", text(rejected.event().value()));
                values.put(":lately", millis(lately));
                set(HealthRow.REFUSAL, ":refusal", rejected);
            }
            case HealthWrite.Slow(boolean slow) -> set(HealthRow.SLOW, ":slow", slow);
        }
    }

    private void recovered(HealthWrite.Recovered write) {
        episode(write.episode());
        set(HealthRow.HEALTHY_SINCE, ":at", write.at());
        remove(HealthRow.FAILURES, HealthRow.FAILING_SINCE, HealthRow.LAST_FAILURE, HealthRow.WARNED_OF);
        if (write.wake()) {
            due(write.at());
        }
    }

    private void failed(HealthWrite.Failed write) {
        conditions.add("(attribute_not_exists(healthy_since) OR healthy_since < :begun)");
        values.put(":begun", millis(write.begun()));
        sets.add("failing_since = if_not_exists(failing_since, :begun)");
        set(HealthRow.LAST_FAILURE, ":failure", write.failure());
        adds.add(HealthRow.FAILURES + " :one");
        values.put(":one", number(1));
        write.warnAfter().ifPresent(after -> {
            sets.add("probe_at = if_not_exists(probe_at, :due)");
            values.put(":due", millis(write.begun().plus(after)));
            set(HealthRow.PROBE_SHARD, ":shard", HealthRow.shard(webhook));
        });
    }

    private void episode(Instant episode) {
        conditions.add("failing_since = :episode");
        values.put(":episode", millis(episode));
    }

    private void asRead(Instant probeAt) {
        conditions.add("probe_at = :read");
        values.put(":read", millis(probeAt));
    }

    private void circuit(OpenCircuit circuit) {
        set(HealthRow.CIRCUIT, ":circuit", circuit);
    }

    private void due(Instant probeAt) {
        set(HealthRow.PROBE_AT, ":due", probeAt);
        set(HealthRow.PROBE_SHARD, ":shard", HealthRow.shard(webhook));
    }

    private <T> void set(Attribute<T> attribute, String placeholder, T value) {
        sets.add(attribute + " = " + placeholder);
        values.put(placeholder, attribute.write(value));
    }

    private void remove(Attribute<?>... attributes) {
        Stream.of(attributes).map(Attribute::name).forEach(removes::add);
    }

    private static String clause(String verb, List<String> parts) {
        return parts.isEmpty() ? "" : verb + " " + String.join(", ", parts);
    }
}
