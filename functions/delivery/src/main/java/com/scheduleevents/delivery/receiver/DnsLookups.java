package com.scheduleevents.delivery.receiver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up host names under a deadline. The system's lookup ignores interrupts and deadlines, so each runs on a thread of its own and
 * is abandoned when the deadline passes. The number of concurrent lookups is limited; waiting for one counts towards the same
 * deadline.
 */
final class DnsLookups {

    /**
     * A sender makes ten attempts at once, each for 5 s, and the system gives up a lookup after about 20 s: at most 40 lookups are
     * stuck at a time.
     */
    static final int MAX_CONCURRENT = 64;

    private final Resolver resolver;
    private final Semaphore permits = new Semaphore(MAX_CONCURRENT, true);
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("dns-lookup-", 1).daemon().factory());

    DnsLookups(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * @throws UnknownHostException when the name has no address
     * @throws TimeoutException when the deadline passes first
     * @throws InterruptedException when the waiting thread is interrupted
     */
    List<InetAddress> resolve(String host, Deadline deadline)
            throws UnknownHostException, TimeoutException, InterruptedException {
        if (!permits.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("No thread for a lookup became free in time.");
        }
        FutureTask<List<InetAddress>> lookup = new FutureTask<>(() -> {
            try {
                return resolver.resolve(host);
            } finally {
                permits.release();
            }
        });
        threads.execute(lookup);
        try {
            return lookup.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof UnknownHostException unknown) {
                throw unknown;
            }
            throw new IllegalStateException("The lookup failed unexpectedly.", failure.getCause());
        }
    }
}
