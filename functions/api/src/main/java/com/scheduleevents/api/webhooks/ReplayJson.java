package com.scheduleevents.api.webhooks;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.time.Timestamps;
import org.jspecify.annotations.Nullable;

/** A replay as the API shows it. */
record ReplayJson(
        String id,
        String webhookId,
        String status,
        String since,
        String until,
        @Nullable String deliveryStatus,
        long eventsLookedAt,
        long eventsQueued,
        @Nullable String position,
        String createdAt,
        @Nullable String endedAt,
        @Nullable String endedReason) {

    static ReplayJson of(Replay replay) {
        return new ReplayJson(
                replay.id().value(),
                replay.webhook().value(),
                replay.status(),
                Timestamps.format(replay.selection().since()),
                Timestamps.format(replay.selection().until()),
                filter(replay),
                replay.progress().lookedAt(),
                replay.progress().queued(),
                position(replay),
                Timestamps.formatMillis(replay.createdAt()),
                replay.ending()
                        .map(ending -> Timestamps.formatMillis(ending.at()))
                        .orElse(null),
                replay.ending().flatMap(ReplayEnd::reason).orElse(null));
    }

    private static @Nullable String filter(Replay replay) {
        return replay.selection().filter().map(ReplayFilter::wireName).orElse(null);
    }

    private static @Nullable String position(Replay replay) {
        return replay.progress()
                .position()
                .map(EventId::mintedAt)
                .map(Timestamps::formatMillis)
                .orElse(null);
    }

    /**
     * The result of a dry run.
     *
     * @param hasMore whether there are more events than the dry run looked at
     */
    record EstimateJson(
            String webhookId,
            boolean dryRun,
            String since,
            String until,
            @Nullable String deliveryStatus,
            long eventsLookedAt,
            long eventsMatching,
            @Nullable String position,
            boolean hasMore) {

        static EstimateJson of(Replay counted) {
            return new EstimateJson(
                    counted.webhook().value(),
                    true,
                    Timestamps.format(counted.selection().since()),
                    Timestamps.format(counted.selection().until()),
                    filter(counted),
                    counted.progress().lookedAt(),
                    counted.progress().queued(),
                    ReplayJson.position(counted),
                    counted.isRunning());
        }
    }
}
