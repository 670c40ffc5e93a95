package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.time.Timestamps;

/** A replay as the API shows it. */
final class ReplayJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ReplayJson() {}

    static String of(Replay replay) {
        ObjectNode object = JSON.createObjectNode()
                .put("id", replay.id().value())
                .put("webhook_id", replay.webhook().value())
                .put("status", replay.status());
        selection(object, replay);
        progress(object, replay, "events_queued");
        return object.put("created_at", Timestamps.formatMillis(replay.createdAt()))
                .put(
                        "ended_at",
                        replay.ending()
                                .map(ending -> Timestamps.formatMillis(ending.at()))
                                .orElse(null))
                .put("ended_reason", replay.ending().flatMap(ReplayEnd::reason).orElse(null))
                .toString();
    }

    /**
     * What a dry run counted.
     *
     * @param counted still running when there is more than it looked at
     */
    static String estimate(Replay counted) {
        ObjectNode object = JSON.createObjectNode()
                .put("webhook_id", counted.webhook().value())
                .put("dry_run", true);
        selection(object, counted);
        progress(object, counted, "events_matching");
        return object.put("has_more", counted.isRunning()).toString();
    }

    private static void selection(ObjectNode object, Replay replay) {
        object.put("since", Timestamps.format(replay.selection().since()))
                .put("until", Timestamps.format(replay.selection().until()))
                .put(
                        "delivery_status",
                        replay.selection().filter().map(ReplayFilter::wireName).orElse(null));
    }

    private static void progress(ObjectNode object, Replay replay, String queued) {
        object.put("events_looked_at", replay.progress().lookedAt())
                .put(queued, replay.progress().queued())
                .put(
                        "position",
                        replay.progress()
                                .position()
                                .map(EventId::mintedAt)
                                .map(Timestamps::formatMillis)
                                .orElse(null));
    }
}
