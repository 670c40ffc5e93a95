package com.scheduleevents.local;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayDeque;
import java.util.Deque;

/** The services that were started, to be stopped in reverse order. */
final class RunningServices implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RunningServices.class.getName());

    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T service) {
        started.push(service);
        return service;
    }

    /** Stops all, even if stopping one fails. */
    @Override
    public void close() {
        while (!started.isEmpty()) {
            AutoCloseable service = started.pop();
            try {
                service.close();
            } catch (Exception e) {
                LOG.log(WARNING, "A service of the local cloud did not stop cleanly.", e);
            }
        }
    }
}
