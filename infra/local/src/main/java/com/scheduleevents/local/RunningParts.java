package com.scheduleevents.local;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayDeque;
import java.util.Deque;

/** The services that were started, to be stopped in reverse order. */
final class RunningParts implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RunningParts.class.getName());

    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T part) {
        started.push(part);
        return part;
    }

    /** Stops all, even if stopping one fails. */
    @Override
    public void close() {
        while (!started.isEmpty()) {
            AutoCloseable part = started.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.log(WARNING, "A part of the local cloud did not stop cleanly.", e);
            }
        }
    }
}
