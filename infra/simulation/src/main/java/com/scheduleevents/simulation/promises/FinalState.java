package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.ses.SentMail;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of the world at the end of a run.
 *
 * @param webhooks by id, as the API shows them; those that are gone are missing
 * @param usage the rows of usage by account
 * @param figures what became of the deliveries of each account's webhooks, day by day
 * @param auditLogs the entries of each account's audit log
 * @param mails every e-mail in the owners' mailboxes
 * @param queues the messages of each queue
 * @param expiries when the rows of each table with a time to live expire; empty for never
 */
public record FinalState(
        Map<String, JsonNode> webhooks,
        Map<String, List<JsonNode>> usage,
        Map<String, List<JsonNode>> figures,
        Map<String, List<JsonNode>> auditLogs,
        List<SentMail> mails,
        Map<String, List<String>> queues,
        Map<String, List<Optional<Instant>>> expiries) {}
