package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.receiver.Receivers.Turn;
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
     * Waits for a turn.
     *
     * @throws IllegalStateException when the waiting thread is interrupted
     */
    public Turn turn(String host) {
        Host entry = hosts.compute(
                host, (_, known) -> known == null ? new Host(new Semaphore(perHost, true), 1) : known.with(1));
        try {
            entry.free().acquire();
        } catch (InterruptedException stopped) {
            leave(host);
            throw HttpsReceivers.interrupted();
        }
        return () -> {
            entry.free().release();
            leave(host);
        };
    }

    /** The number of hosts that have attempts, running or waiting. */
    int busyHosts() {
        return hosts.size();
    }

    /** The number of threads that wait for a turn. */
    int waiting() {
        return hosts.values().stream()
                .mapToInt(host -> host.free().getQueueLength())
                .sum();
    }

    private void leave(String host) {
        hosts.computeIfPresent(host, (_, known) -> known.users() == 1 ? null : known.with(-1));
    }

    private record Host(Semaphore free, int users) {
        Host with(int more) {
            return new Host(free, users + more);
        }
    }
}
