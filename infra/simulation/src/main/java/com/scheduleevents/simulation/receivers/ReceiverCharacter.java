package com.scheduleevents.simulation.receivers;

/** How a receiver behaves. */
public enum ReceiverCharacter {
    /** Takes everything within a fraction of a second. */
    HEALTHY,
    /** Takes everything, and long for it. */
    SLOW,
    /** Fails every other request, in all ways there are. */
    FAILS_HALF,
    /** Fails four requests in five. */
    FAILS_MOST,
    /** Accepts each tenth request and fails the nine between. */
    TAKES_EVERY_TENTH,
    /** Refuses each event three times, and takes it then. */
    TAKES_THE_FOURTH_ATTEMPT,
    /** Takes everything, 300 ms later. */
    TAKES_300_MILLISECONDS,
    /** Takes 400 requests a second; further ones wait behind them, and time out when they wait too long. */
    TAKES_400_A_SECOND,
    /** Takes about as many requests as one probe after the other; more in a short time bring it down for minutes. */
    BREAKS_DOWN_UNDER_LOAD,
    /** Takes everything, three seconds later. */
    TAKES_THREE_SECONDS,
    /** Healthy, and dead for hours now and then. */
    DEAD_FOR_HOURS,
    /** Takes an event, and its response is lost, one time in three. */
    LOSES_RESPONSES,
    /** Hangs, one time in five. */
    HANGS,
    /** Healthy, and its certificate has expired for hours now and then. */
    EXPIRED_CERTIFICATE,
    /** Healthy, and its name leads to a private address for hours now and then. */
    REBOUND,
    /** Refuses one event in twenty, whenever it is sent. */
    POISONED,
    /** Healthy, and dead for good from some time on. */
    DEAD;

    /** Whether it never becomes healthy again. */
    public boolean isIncurable() {
        return this == POISONED || this == DEAD;
    }
}
