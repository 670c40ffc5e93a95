package com.scheduleevents.domain.circuit;

import java.time.Instant;
import java.util.stream.Stream;

/** Port: the webhooks that are to be looked at, of all accounts. What became due a moment ago may still be missing. */
public interface DueWebhooks {

    /** How many parts they are kept in, so that many clocks could share the work and none is a hot spot. */
    int SHARDS = 8;

    /**
     * Those of one part, the longest due first; read as they are taken.
     *
     * @param shard from 0 to {@link #SHARDS} - 1
     * @param now those that are due then
     */
    Stream<DueWebhook> due(int shard, Instant now);

    /**
     * Takes one for as long as a probe takes.
     *
     * @param until the end of the lease, to the millisecond
     * @return whether it is taken; not when it is gone, or somebody else took it
     */
    boolean lease(DueWebhook due, Instant until);
}
