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
    private static final String DRY_RUN = "dry_run";
    private static final Set<String> FIELDS = Set.of("since", "until", STATUS, DRY_RUN);

    /** Whether a body that was read before asks for a dry run. */
    static boolean isDryRun(ObjectNode body) {
        return body.path(DRY_RUN).booleanValue();
    }

    /**
     * @param now when it was sent first
     * @throws com.scheduleevents.domain.error.ApiException 400, naming the fields
     */
    static ReplayBody read(ObjectNode body, Instant now, Duration retention) {
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body, FIELDS);
        Supplier<Instant> since = reader.part(() -> fields.requireBound("since"));
        reader.check(() -> ReplaySelection.requireSince(since.get(), now, retention));
        Supplier<Optional<Instant>> until = reader.part(() -> fields.bound("until"));
        reader.check(() -> until.get().ifPresent(end -> ReplaySelection.requireUntil(end, now)));
        reader.check(() -> until.get().ifPresent(end -> ReplaySelection.requireRange(since.get(), end)));
        Supplier<Optional<ReplayFilter>> filter =
                reader.part(() -> fields.optional(STATUS, "one of " + ReplayFilter.names(), ReplayFilter::parse));
        Supplier<Boolean> dryRun = reader.part(() -> fields.flag(DRY_RUN));
        return reader.whole(() ->
                new ReplayBody(new ReplaySelection(since.get(), until.get().orElse(now), filter.get()), dryRun.get()));
    }
}
