package com.scheduleevents.api.control;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit log as the API shows it.
 *
 * @param host the host of the webhook's URL after the change
 * @param reason why the webhook was disabled, or who asked for an erasure
 */
record AuditEntryJson(
        String id,
        String createdAt,
        String action,
        ActorJson actor,
        @Nullable String webhookId,
        @Nullable String apiKeyId,
        @Nullable String eventId,
        @Nullable String replayId,
        @Nullable String host,
        @Nullable String reason,
        @Nullable String clinicId) {

    static AuditEntryJson of(AuditEntry entry) {
        Origin origin = entry.origin();
        return new AuditEntryJson(
                entry.id().value(),
                Timestamps.formatMillis(origin.at()),
                entry.action().wireName(),
                new ActorJson(
                        origin.type().wireName(),
                        origin.key().map(ApiKeyId::value).orElse(null),
                        origin.request().orElse(null)),
                entry.details().get(Detail.WEBHOOK_ID),
                entry.details().get(Detail.API_KEY_ID),
                entry.details().get(Detail.EVENT_ID),
                entry.details().get(Detail.REPLAY_ID),
                entry.details().get(Detail.HOST),
                entry.details().get(Detail.REASON),
                entry.details().get(Detail.CLINIC_ID));
    }

    /**
     * Who made the change.
     *
     * @param type api_key, operator or service
     */
    record ActorJson(
            String type,
            @Nullable String apiKeyId,
            @Nullable String requestId) {}
}
