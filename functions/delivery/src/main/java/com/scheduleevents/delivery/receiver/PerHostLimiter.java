package com.scheduleevents.delivery.receiver;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Limits the concurrent attempts to each host. Further attempts wait in the order of their arrival without delaying those to other
 * hosts. A host without attempts takes no memory.
 */
public final class PerHostLimiter {

    private final ConcurrentHashMap<String, Host> hosts = new ConcurrentHashMap<>();
    private final int perHost;

    /**
     * @param perHost how many attempts to one host are made at a time, at least 1
     * @throws IllegalArgumentException when the limit is less than 1
     */
    public PerHostLimiter(int perHost) {
        if (perHost < 1) {
            throw new IllegalArgumentException("The limit per host must be at least 1, not " + perHost + ".");
        }
        this.perHost = perHost;
    }

    /**
     * Waits for a permit, which is released by closing it.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public Permit acquire(String host) throws InterruptedException {
        Host entry = hosts.compute(
                host, (_, known) -> known == null ? new Host(new Semaphore(perHost, true), 1) : known.with(1));
        boolean waited = !entry.free().tryAcquire();
        try {
            if (waited) {
                entry.free().acquire();
            }
        } catch (InterruptedException stopped) {
            leave(host);
            throw stopped;
        }
        return new Permit(waited, () -> {
            entry.free().release();
            leave(host);
        });
    }

    /** The number of hosts that have attempts, running or waiting. */
    int busyHosts() {
        return hosts.size();
    }

    private void leave(String host) {
        hosts.computeIfPresent(host, (_, known) -> known.users() == 1 ? null : known.with(-1));
    }

    /**
     * Allows one attempt until it is closed.
     *
     * @param waited whether the attempt had to wait
     * @param release releases the permit
     */
    public record Permit(boolean waited, Runnable release) implements AutoCloseable {
        @Override
        public void close() {
            release.run();
        }
    }

    private record Host(Semaphore free, int users) {
        Host with(int more) {
            return new Host(free, users + more);
        }
    }
}
