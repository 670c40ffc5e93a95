package com.scheduleevents.cloud.faults;

/** The kinds of faults, each with its probability at the level {@code SAVAGE}. */
public enum FaultKind {
    /** A call fails before it has any effect. */
    REFUSED(0.01),
    /** A call is told to come later. */
    THROTTLED(0.01),
    /** A call has its effect, but the caller gets no response. */
    RESPONSE_LOST(0.008),
    /** The first response is lost on the way and the client itself repeats the call: the effect comes twice. */
    REPEATED(0.01),
    /** A call takes seconds. */
    DELAYED(0.01),
    /** The caller gives up, and the effect comes long after. */
    APPLIED_LATER(0.003),
    /** The caller's environment dies with the call unsent. */
    KILLED_BEFORE(0.002),
    /** The caller's environment dies with the call done. */
    KILLED_AFTER(0.002),
    /** The whole service fails for minutes to hours. */
    OUTAGE(1),
    /** An operation of one caller goes wrong again and again for seconds to minutes, so that the client's retries do not help. */
    STREAK(0.002),
    /** An eventually consistent read shows an earlier state. */
    STALE_READ(0.3),
    /** An index learns of a write seconds late. */
    INDEX_LAG(0.1),
    /** A batch call leaves some of its items undone. */
    UNPROCESSED(0.05),
    /** A row outlives its time by hours. */
    LATE_EXPIRY(0.5),
    /** A shard of a stream closes and two others go on. */
    SHARD_SPLIT(0.01),
    /** A message is received by two. */
    DUPLICATE_MESSAGE(0.02),
    /** A deleted message comes again. */
    UNDELETED_MESSAGE(0.005),
    /** A message can be received only seconds after it was sent. */
    LATE_MESSAGE(0.03),
    /** A poll sees none of the messages that are there. */
    EMPTY_RECEIVE(0.05),
    /** A batch that was handled is handed over again. */
    BATCH_REPEATED(0.02),
    /** An environment dies in the middle of an invocation, at no call in particular. */
    ENVIRONMENT_DIED(0.01),
    /** An invocation is refused since too many run. */
    INVOCATION_THROTTLED(0.02),
    /** An environment is taken away while it is idle, so that the next invocation starts another. */
    IDLE_ENVIRONMENT_TAKEN(0.05),
    /** A scheduled event comes twice. */
    SCHEDULE_REPEATED(0.01),
    /** A scheduled event comes minutes late. */
    SCHEDULE_LATE(0.05),
    /** An e-mail is refused for what it is. */
    MAIL_REJECTED(0.02);

    private final double most;

    FaultKind(double most) {
        this.most = most;
    }

    double most() {
        return most;
    }
}
