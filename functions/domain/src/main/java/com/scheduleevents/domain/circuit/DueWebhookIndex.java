package com.scheduleevents.domain.circuit;

import java.time.Instant;
import java.util.stream.Stream;

/** Port: the webhooks of all accounts that are due for a probe. Reads are eventually consistent. */
public interface DueWebhookIndex {

    /** The number of shards, which avoid a hot partition. */
    int SHARDS = 8;

    /**
     * The due webhooks of one shard, longest due first; read lazily.
     *
     * @param shard from 0 to {@link #SHARDS} - 1
     * @param now the present time
     */
    Stream<DueWebhook> due(int shard, Instant now);

    /**
     * Takes the lease of a webhook, whether or not the rest of its row can be read; idempotent.
     *
     * @param until the end of the lease, to the millisecond
     * @return whether the lease was taken; not when the webhook was deleted, or {@code dueAt} has changed to another
     *     time than {@code until}
     */
    boolean lease(DueWebhook due, Instant until);
}
