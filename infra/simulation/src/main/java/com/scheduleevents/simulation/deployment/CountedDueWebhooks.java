package com.scheduleevents.simulation.deployment;

import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import java.time.Instant;
import java.util.stream.Stream;

/** Counts the leases that the clock took, and those that somebody else had taken. */
record CountedDueWebhooks(DueWebhookIndex webhooks, FaultCounts counts) implements DueWebhookIndex {

    @Override
    public Stream<DueWebhook> due(int shard, Instant now) {
        return webhooks.due(shard, now);
    }

    @Override
    public boolean lease(DueWebhook due, Instant until) {
        boolean leased = webhooks.lease(due, until);
        counts.transition("LEASED", leased);
        return leased;
    }
}
