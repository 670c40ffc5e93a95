package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.RoleSession;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether what comes to a queue or event bus comes by a session that lasts, that was opened for the account of its webhook, and that allows no
 * more than that: sending to the queue, encrypted or not, or putting events on the bus.
 */
final class SessionChecks {

    private static final String BUSES = "arn:aws:events:";
    private static final String ENCRYPTED_FOR = "kms:EncryptionContext:aws:sqs:arn";

    private final Ledger ledger;

    SessionChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    void check(WatchedWebhook webhook, ReceivedRequest request) {
        request.session().ifPresent(session -> {
            if (!session.externalId().equals(webhook.account())) {
                breaks(
                        webhook,
                        request,
                        "for \"" + session.externalId() + "\", and it is a webhook of " + webhook.account());
            }
            if (!session.until().isAfter(request.at())) {
                breaks(webhook, request, "that had ended at " + session.until());
            }
            if (!isLimited(session, arn(request.url()))) {
                breaks(webhook, request, "whose policy allows more, or less: " + session.policy());
            }
        });
        if (request.session().isPresent() && !webhook.settings().queued()) {
            breaks(webhook, request, "to a webhook that has neither queue nor bus");
        }
    }

    private static boolean isLimited(RoleSession session, String arn) {
        if (session.policy().isEmpty()) {
            return false;
        }
        List<JsonNode> statements = AttemptChecks.parsed(session.policy())
                .path("Statement")
                .valueStream()
                .toList();
        return statements.stream().allMatch(statement -> isSending(statement, arn) || isEncrypting(statement, arn))
                && statements.stream().anyMatch(statement -> isSending(statement, arn));
    }

    private static boolean isSending(JsonNode statement, String arn) {
        String action = arn.startsWith(BUSES) ? "events:PutEvents" : "sqs:SendMessage";
        return statement.path("Action").asText().equals(action)
                && statement.path("Resource").asText().equals(arn);
    }

    private static boolean isEncrypting(JsonNode statement, String queue) {
        return actions(statement)
                        .allMatch(action -> action.equals("kms:GenerateDataKey") || action.equals("kms:Decrypt"))
                && statement
                        .path("Condition")
                        .path("StringEquals")
                        .path(ENCRYPTED_FOR)
                        .asText()
                        .equals(queue);
    }

    private static Stream<String> actions(JsonNode statement) {
        JsonNode actions = statement.path("Action");
        return actions.isArray() ? actions.valueStream().map(JsonNode::asText) : Stream.of(actions.asText());
    }

    /** The name of a queue or bus in policies. */
    private static String arn(String address) {
        if (address.startsWith(BUSES)) {
            return address;
        }
        URI queue = URI.create(address);
        String region = queue.getHost().split("\\.", -1)[1];
        return "arn:aws:sqs:" + region + queue.getPath().replace('/', ':');
    }

    private void breaks(WatchedWebhook webhook, ReceivedRequest request, String session) {
        ledger.breaks(Promise.AUTHORIZED, webhook.id(), request.event() + " was sent by a session " + session);
    }
}
