package com.scheduleevents.delivery.clock;

/**
 * What came of a sweep, or of a part of one.
 *
 * @param sent so many checks were sent
 * @param takenByOthers so many webhooks were leased by somebody else, changed, or are gone
 * @param leaseFailures so many could not be leased, and stay due
 * @param unsent so many were leased, but their checks may not have been sent: due again when the lease is over
 * @param unreadShards so many shards could not be read to their end
 */
record SweepResult(int sent, int takenByOthers, int leaseFailures, int unsent, int unreadShards) {

    static final SweepResult NOTHING = new SweepResult(0, 0, 0, 0, 0);
    static final SweepResult UNREAD_SHARD = new SweepResult(0, 0, 0, 0, 1);

    SweepResult plus(SweepResult other) {
        return new SweepResult(
                sent + other.sent,
                takenByOthers + other.takenByOthers,
                leaseFailures + other.leaseFailures,
                unsent + other.unsent,
                unreadShards + other.unreadShards);
    }

    /** Whether nothing failed. */
    boolean isWhole() {
        return leaseFailures == 0 && unsent == 0 && unreadShards == 0;
    }
}
