package com.scheduleevents.aws.wiring;

import com.scheduleevents.domain.delivery.LoggedDeliveries;

/**
 * How much is done at once. All promises hold with other values too, and the simulation draws some: limits that are hardly ever reached
 * would hide what happens beyond them.
 *
 * @param addedToBacklog the most deliveries of open circuits that the fan-out of a batch adds to the backlog, one a call: as many as a
 *     batch has events. A tenant with many dead webhooks would otherwise take the time of its neighbours
 * @param replayedPerStep how many events a step of a replay reads, at most {@link LoggedDeliveries#MAX}
 * @param lookedBack how many deliveries are looked at to find the oldest one that the receiver does not have
 * @param pulledAtOnce how many deliveries of one webhook can be pulled and not acknowledged at a time: those behind them are not found
 */
public record WorkLimits(int addedToBacklog, int replayedPerStep, int lookedBack, int pulledAtOnce) {

    /** The values of every deployment. */
    public static final WorkLimits STANDARD = new WorkLimits(100, LoggedDeliveries.MAX, 1_000, 1_000);
}
