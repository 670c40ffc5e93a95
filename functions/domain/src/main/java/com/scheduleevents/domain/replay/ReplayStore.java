package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Port: the replays, of which each webhook has at most one running. Reads are strongly consistent. */
public interface ReplayStore {

    /**
     * Stores a new replay, on condition that no other replay of its webhook is running.
     *
     * @param expiresAt when the row may be deleted
     * @param entry the entry of the audit log, which is stored in the same write
     * @return empty when it was stored; otherwise the running replay
     */
    Optional<Replay> start(Replay replay, Instant expiresAt, AuditEntry entry);

    /** Finds a replay. */
    Optional<Replay> find(WebhookId webhook, ReplayId id);

    /**
     * A webhook's replays, newest first.
     *
     * @param max at most this many; fewer only when there are no more
     */
    List<Replay> newestFirst(WebhookId webhook, Optional<ReplayId> olderThan, int max);

    /**
     * Replaces a replay, on condition that it is running and at the same step; idempotent. Once it has ended, another can start.
     *
     * @return whether it was replaced
     */
    boolean replace(Replay read, Replay now);

    /**
     * Replaces a running replay by its end that somebody asked for, as {@link #replace} does.
     *
     * @param entry the entry of the audit log, which is stored in the same write
     * @return whether it was replaced; an entry is stored only then
     */
    boolean cancel(Replay read, Replay cancelled, AuditEntry entry);
}
