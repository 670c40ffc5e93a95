package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.replay.ReplaySelection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The body of a request for a replay.
 *
 * @param selection the events to send
 * @param dryRun whether to count the events instead of sending them
 */
record ReplayBody(ReplaySelection selection, boolean dryRun) {

    private static final String STATUS = "delivery_status";
    private static final Set<String> FIELDS = Set.of("since", "until", STATUS, "dry_run");

    /** @throws com.scheduleevents.domain.error.ApiException 400, naming the field */
    static ReplayBody read(ObjectNode body, Instant now, Duration retention) {
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body, FIELDS);
        Supplier<Instant> since = reader.part(() -> fields.requireBound("since"));
        Supplier<Optional<Instant>> until = reader.part(() -> fields.bound("until"));
        Supplier<Optional<ReplayFilter>> filter =
                reader.part(() -> fields.optional(STATUS, "one of " + ReplayFilter.names(), ReplayFilter::parse));
        Supplier<ReplaySelection> selection =
                reader.part(() -> ReplaySelection.asked(since.get(), until.get(), filter.get(), now, retention));
        Supplier<Boolean> dryRun = reader.part(() -> fields.flag("dry_run"));
        return reader.whole(() -> new ReplayBody(selection.get(), dryRun.get()));
    }
}
