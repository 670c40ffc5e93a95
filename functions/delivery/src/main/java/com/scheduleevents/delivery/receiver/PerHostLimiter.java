package com.scheduleevents.delivery.receiver;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * How many attempts may be made to one host at a time. Whoever finds no place waits for one, in the order of arrival, and
 * before its attempt begins; other hosts are not held up. A host that nobody calls or waits for takes no memory.
 */
final class PerHostLimiter {

    private final ConcurrentHashMap<String, Places> hosts = new ConcurrentHashMap<>();
    private final int perHost;

    /** @throws IllegalArgumentException when there would be no place at all */
    PerHostLimiter(int perHost) {
        if (perHost < 1) {
            throw new IllegalArgumentException("A host needs at least one attempt at a time, not " + perHost + ".");
        }
        this.perHost = perHost;
    }

    /**
     * Waits for a place, which is given back by closing it.
     *
     * @throws InterruptedException when the thread that waits is interrupted; it then has no place
     */
    Place enter(String host) throws InterruptedException {
        Places places = hosts.compute(
                host, (_, known) -> known == null ? new Places(new Semaphore(perHost, true), 1) : known.with(1));
        boolean waited = !places.free().tryAcquire();
        try {
            if (waited) {
                places.free().acquire();
            }
        } catch (InterruptedException stopped) {
            leave(host);
            throw stopped;
        }
        return new Place(waited, () -> {
            places.free().release();
            leave(host);
        });
    }

    /** How many hosts somebody calls or waits for. */
    int busyHosts() {
        return hosts.size();
    }

    private void leave(String host) {
        hosts.computeIfPresent(host, (_, known) -> known.users() == 1 ? null : known.with(-1));
    }

    /**
     * A place at a host, until it is closed.
     *
     * @param waited whether it was not to be had at once
     * @param back gives it back
     */
    record Place(boolean waited, Runnable back) implements AutoCloseable {
        @Override
        public void close() {
            back.run();
        }
    }

    private record Places(Semaphore free, int users) {
        Places with(int more) {
            return new Places(free, users + more);
        }
    }
}
