package com.scheduleevents.cloud.time;

/** Something that happens at a time, in the order in which it was planned among what happens at the same time. */
public final class Timer implements Comparable<Timer> {

    private final long at;
    private final long order;
    private final Runnable action;
    private boolean cancelled;

    Timer(long at, long order, Runnable action) {
        this.at = at;
        this.order = order;
        this.action = action;
    }

    /** It will not happen, unless it already has. */
    public void cancel() {
        cancelled = true;
    }

    long at() {
        return at;
    }

    void fire() {
        if (!cancelled) {
            action.run();
        }
    }

    @Override
    public int compareTo(Timer other) {
        return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(order);
    }
}
