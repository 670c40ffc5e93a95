package com.scheduleevents.domain.metrics;

/** Port: the metrics of the service. Adding to one is cheap, because nothing leaves the process before {@link #flush()}. */
public interface MetricRecorder {

    /**
     * Adds a value; thread-safe.
     *
     * @param value a number, or a time in the metric's unit; not negative
     */
    void add(Metric metric, long value);

    /** Adds one. */
    default void add(Metric metric) {
        add(metric, 1);
    }

    /** Publishes the values that were added since the last time; called at the end of every invocation, even one that failed. */
    void flush();
}
