package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Fields;
import com.scheduleevents.domain.error.Quoted;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.replay.Selection;
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
record ReplayBody(Selection selection, boolean dryRun) {

    private static final Set<String> FIELDS = Set.of("since", "until", "status", "dry_run");
    private static final String STATUS = "one of " + ReplayFilter.names();

    static ReplayBody read(ObjectNode body, Instant now, Duration retention) {
        Fields fields = Fields.of(body, FIELDS);
        Instant since = time("since", fields.requireText("since", Timestamps.EXPECTED));
        Selection selection = Selection.asked(
                since,
                fields.text("until", Timestamps.EXPECTED).map(text -> time("until", text)),
                fields.text("status", STATUS).map(ReplayBody::filter),
                now,
                retention);
        return new ReplayBody(selection, fields.flag("dry_run"));
    }

    private static Instant time(String field, String text) {
        return Timestamps.parse(text).orElseThrow(() -> Fields.invalid(field, Timestamps.EXPECTED, Quoted.of(text)));
    }

    private static ReplayFilter filter(String text) {
        return ReplayFilter.parse(text).orElseThrow(() -> Fields.invalid("status", STATUS, Quoted.of(text)));
    }
}
