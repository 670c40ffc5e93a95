package com.scheduleevents.delivery.clock;

/**
 * Counts what happened to the webhooks that were due.
 *
 * @param sent probes that were queued
 * @param leasedElsewhere webhooks that another sweep leased, or that were changed or deleted
 * @param leaseFailures webhooks that could not be leased and stay due
 * @param unsent webhooks that were leased, but whose probe may not have been queued; they are due again when the lease ends
 * @param unreadShards shards that could not be read to their end
 */
record SweepResult(int sent, int leasedElsewhere, int leaseFailures, int unsent, int unreadShards) {

    static final SweepResult NOTHING = new SweepResult(0, 0, 0, 0, 0);
    static final SweepResult UNREAD_SHARD = new SweepResult(0, 0, 0, 0, 1);

    SweepResult plus(SweepResult other) {
        return new SweepResult(
                sent + other.sent,
                leasedElsewhere + other.leasedElsewhere,
                leaseFailures + other.leaseFailures,
                unsent + other.unsent,
                unreadShards + other.unreadShards);
    }

    /** Whether nothing failed. */
    boolean isComplete() {
        return leaseFailures == 0 && unsent == 0 && unreadShards == 0;
    }
}
