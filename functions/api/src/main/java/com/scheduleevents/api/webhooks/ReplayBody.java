package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.replay.ReplaySelection;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * The body of a request for a replay.
 *
 * @param selection the events to send
 * @param dryRun whether to count the events instead of sending them
 */
record ReplayBody(ReplaySelection selection, boolean dryRun) {

    private static final Set<String> FIELDS = Set.of("since", "until", "status", "dry_run");

    /** @throws com.scheduleevents.domain.error.ApiException 400, naming the field */
    static ReplayBody read(ObjectNode body, Instant now, Duration retention) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        ReplaySelection selection = ReplaySelection.asked(
                fields.requireTime("since"),
                fields.time("until"),
                fields.optional("status", "one of " + ReplayFilter.names(), ReplayFilter::parse),
                now,
                retention);
        return new ReplayBody(selection, fields.flag("dry_run"));
    }
}
