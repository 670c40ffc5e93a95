package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks the audit logs of accounts: each request for a replay started one at most, and each confirmed change of a webhook or an API key has one entry. A request that was repeated may have
 * found that its change had been made; so had one to disable a webhook that the service itself had disabled.
 */
final class AuditChecks {

    private static final String REGISTERED = "webhook.registered";
    private static final String ENABLED = "webhook.enabled";
    private static final String DISABLED = "webhook.disabled";
    private static final String DELETED = "webhook.deleted";
    private static final String REPLAY_STARTED = "replay.started";

    /** Changes that are made as often as they are asked for. */
    private static final Set<String> REPEATABLE = Set.of("webhook.moved", "webhook.updated", "webhook.secret_rotated");

    private static final Set<String> OF_STATUS = Set.of(ENABLED, DISABLED);

    private final Ledger ledger;
    private final FinalState state;

    AuditChecks(Ledger ledger, FinalState state) {
        this.ledger = ledger;
        this.state = state;
    }

    void check() {
        state.auditLogs().forEach((account, entries) -> {
            Map<String, List<JsonNode>> bySubject = entries.stream()
                    .sorted(Comparator.comparing(entry -> entry.path("id").asText()))
                    .collect(Collectors.groupingBy(AuditChecks::subject));
            ledger.confirmedChanges().stream()
                    .filter(change -> change.account().equals(account))
                    .forEach(change -> check(change, bySubject.getOrDefault(change.subject(), List.of())));
            ledger.webhooks().stream()
                    .filter(webhook -> webhook.account().equals(account))
                    .forEach(webhook -> {
                        checkStatus(webhook, bySubject.getOrDefault(webhook.id(), List.of()));
                        checkReplays(webhook, bySubject.getOrDefault(webhook.id(), List.of()));
                    });
        });
    }

    private static String subject(JsonNode entry) {
        return entry.path(entry.hasNonNull("webhook_id") ? "webhook_id" : "api_key_id")
                .asText();
    }

    private void check(ConfirmedChange change, List<JsonNode> entries) {
        List<JsonNode> ofAction = entries.stream()
                .filter(entry -> action(entry).equals(change.action()))
                .toList();
        long found = REPEATABLE.contains(change.action())
                ? ofAction.stream().filter(entry -> change.mayBeOf(made(entry))).count()
                : ofAction.size();
        if (OF_STATUS.contains(change.action()) ? !isExplained(change, entries) : found != 1) {
            ledger.breaks(
                    Promise.CHANGE_IS_AUDITED,
                    change.subject(),
                    change.action() + " was asked for at " + change.asked() + " and confirmed at " + change.confirmed()
                            + "; the audit log has " + entries);
        }
    }

    /** Whether the change was made then, or had been made before. */
    private static boolean isExplained(ConfirmedChange change, List<JsonNode> entries) {
        List<JsonNode> ofStatus = entries.stream()
                .filter(entry -> OF_STATUS.contains(action(entry)))
                .toList();
        boolean madeThen = ofStatus.stream()
                .anyMatch(entry -> action(entry).equals(change.action()) && change.mayBeOf(made(entry)));
        return madeThen
                || ofStatus.stream()
                        .filter(entry -> made(entry).isBefore(change.asked()))
                        .reduce((_, later) -> later)
                        .map(AuditChecks::action)
                        .orElse(ENABLED)
                        .equals(change.action());
    }

    /** Of two changes of the status one cannot follow its like, and the last one is what the API shows: none is missing, and none is there twice. */
    private void checkStatus(WatchedWebhook webhook, List<JsonNode> entries) {
        JsonNode shown = state.webhooks().getOrDefault(webhook.id(), MissingNode.getInstance());
        String status = ENABLED;
        for (JsonNode entry : entries) {
            String action = action(entry);
            if (OF_STATUS.contains(action) && action.equals(status)) {
                breaks(webhook, action + " at " + made(entry) + " follows its like", entries);
            }
            status = OF_STATUS.contains(action) ? action : status;
        }
        boolean active = shown.path("status").asText().equals("active");
        if (!shown.isMissingNode() && active != status.equals(ENABLED)) {
            breaks(webhook, "it is shown as " + shown.path("status").asText(), entries);
        }
        long ofDeletion =
                entries.stream().filter(entry -> action(entry).equals(DELETED)).count();
        long ofRegistration = entries.stream()
                .filter(entry -> action(entry).equals(REGISTERED))
                .count();
        if (ofRegistration != 1 || ofDeletion != (webhook.isDeleted() ? 1 : 0)) {
            breaks(webhook, webhook.isDeleted() ? "it was registered and deleted" : "it was registered", entries);
        }
    }

    /** A request for a replay has an idempotency key, so that it starts one at most, however often it was repeated. */
    private void checkReplays(WatchedWebhook webhook, List<JsonNode> entries) {
        List<JsonNode> started = entries.stream()
                .filter(entry -> action(entry).equals(REPLAY_STARTED))
                .toList();
        long asked = webhook.facts(Fact.ReplayAsked.class).count();
        if (started.size() > asked) {
            ledger.breaks(
                    Promise.REPEAT_CHANGES_NOTHING,
                    webhook.id(),
                    asked + " replays were asked for; the audit log has " + started);
        }
    }

    private void breaks(WatchedWebhook webhook, String explanation, List<JsonNode> entries) {
        ledger.breaks(Promise.CHANGE_IS_AUDITED, webhook.id(), explanation + "; the audit log has " + entries);
    }

    private static String action(JsonNode entry) {
        return entry.path("action").asText();
    }

    private static Instant made(JsonNode entry) {
        return Instant.parse(entry.path("created_at").asText());
    }
}
