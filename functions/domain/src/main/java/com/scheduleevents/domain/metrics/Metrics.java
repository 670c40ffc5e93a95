package com.scheduleevents.domain.metrics;

/**
 * Port: the numbers that tell operators how the service does. Cheap enough for the middle of a delivery: nothing leaves the
 * process before {@link #flush()}.
 */
public interface Metrics {

    /**
     * Notes a value; any thread may.
     *
     * @param value so many, or so long in the metric's unit; not negative
     */
    void add(Metric metric, long value);

    /** Notes one more. */
    default void add(Metric metric) {
        add(metric, 1);
    }

    /** Hands on what was noted since the last time. Once an invocation, at its end, however it ends. */
    void flush();
}
