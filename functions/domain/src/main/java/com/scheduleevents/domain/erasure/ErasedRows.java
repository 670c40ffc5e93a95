package com.scheduleevents.domain.erasure;

/**
 * How many rows an erasure has deleted, of each kind.
 *
 * @param events events, and ids that will never be one
 * @param deliveries deliveries in the log
 * @param waiting deliveries in backlogs
 * @param responses captured responses
 * @param keys idempotency keys, and announced ids of appointments
 * @param replays replays
 */
public record ErasedRows(long events, long deliveries, long waiting, long responses, long keys, long replays) {

    /** Nothing yet. */
    public static final ErasedRows NONE = new ErasedRows(0, 0, 0, 0, 0, 0);

    /** The sums of both. */
    public ErasedRows plus(ErasedRows more) {
        return new ErasedRows(
                events + more.events,
                deliveries + more.deliveries,
                waiting + more.waiting,
                responses + more.responses,
                keys + more.keys,
                replays + more.replays);
    }
}
