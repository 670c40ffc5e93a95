package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.replay.ReplaySelection;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * What somebody asks to be sent again.
 *
 * @param selection which events
 * @param dryRun whether they are only to be counted
 */
record ReplayBody(ReplaySelection selection, boolean dryRun) {

    private static final Set<String> FIELDS = Set.of("since", "until", "status", "dry_run");
    private static final String STATUS = "one of " + ReplayFilter.names();

    static ReplayBody read(ObjectNode body, Instant now, Duration retention) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        Instant since = time("since", fields.requireText("since", Timestamps.EXPECTED));
        ReplaySelection selection = ReplaySelection.asked(
                since,
                fields.text("until", Timestamps.EXPECTED).map(text -> time("until", text)),
                fields.text("status", STATUS).map(ReplayBody::filter),
                now,
                retention);
        return new ReplayBody(selection, fields.flag("dry_run"));
    }

    private static Instant time(String field, String text) {
        return Timestamps.parse(text)
                .orElseThrow(() -> JsonFields.invalid(field, Timestamps.EXPECTED, Sanitized.of(text)));
    }

    private static ReplayFilter filter(String text) {
        return ReplayFilter.parse(text).orElseThrow(() -> JsonFields.invalid("status", STATUS, Sanitized.of(text)));
    }
}
