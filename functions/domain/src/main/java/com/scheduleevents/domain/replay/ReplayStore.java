package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Port: the replays. Of each webhook, one runs at a time. Every read sees every write that was acknowledged before it. */
public interface ReplayStore {

    /**
     * Puts a replay that begins, on condition that no other of its webhook runs.
     *
     * @param expiresAt from when on the row may be removed
     * @return empty when it is there; else the one that runs
     */
    Optional<Replay> start(Replay replay, Instant expiresAt);

    /** The replay, if there is one. */
    Optional<Replay> find(WebhookId webhook, ReplayId id);

    /**
     * A webhook's replays, newest first.
     *
     * @param max at most this many; fewer only when there are no more
     */
    List<Replay> newestFirst(WebhookId webhook, Optional<ReplayId> olderThan, int max);

    /**
     * Puts what a replay is now in the place of what was read, on condition that it runs and is at the same step. Once it is
     * not running any more, another can start.
     *
     * @return whether it is in its place. A repeat of a call that succeeded succeeds too
     */
    boolean replace(Replay read, Replay now);
}
