package com.scheduleevents.benchmark.speed;

/**
 * How fast the machine made the {@link ReferenceLoad} just before and just after a scenario. A figure of the scenario relative to it can be
 * compared with that of another day or another machine: both sides were measured on a machine that was as fast, and as busy with other things.
 */
record Reference(Pace before, Pace after) {

    /**
     * How fast the reference load was made at one time.
     *
     * @param perSecond units a second
     * @param processorSeconds what one unit took of the processors
     */
    record Pace(double perSecond, double processorSeconds) {}

    /** What is made in a second ÷ the units of the reference load that are. */
    double ofRate(double perSecond) {
        return perSecond / perSecond();
    }

    /** How many units of the reference load take so long. */
    double ofTime(double seconds) {
        return seconds * perSecond();
    }

    /** How many units of the reference load take so much of the processors, which other processes disturb less than time. */
    double ofProcessor(double seconds) {
        return seconds / processorSeconds();
    }

    /** How much faster the machine was afterwards; far from 1 if the figures in between are not to be trusted. */
    double change() {
        return after.perSecond / before.perSecond;
    }

    /** What one unit took of the processors. */
    double processorSeconds() {
        return (before.processorSeconds + after.processorSeconds) / 2;
    }

    /** How many units were made in a second, of both times together, as if they were one. */
    double perSecond() {
        return 2 / (1 / before.perSecond + 1 / after.perSecond);
    }
}
