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
 * Look-ups under a deadline. The system's look-up heeds neither interrupts nor deadlines, so each runs on a thread of its
 * own and is left to itself once its time is over; how many may run is bounded, and whoever finds no place waits for one
 * until the same deadline.
 */
final class DnsLookups {

    /**
     * A sender attempts ten deliveries at once, each for 5 s, and the system gives a look-up up after about 20 s: at most
     * 40 are stuck at a time.
     */
    static final int MAX_AT_ONCE = 64;

    private final Resolver resolver;
    private final Semaphore places = new Semaphore(MAX_AT_ONCE, true);
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("look-up-", 1).daemon().factory());

    DnsLookups(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * @throws UnknownHostException when the name leads nowhere
     * @throws TimeoutException when the deadline passes before there is an answer
     * @throws InterruptedException when the thread that waits is interrupted
     */
    List<InetAddress> resolve(String host, Deadline deadline)
            throws UnknownHostException, TimeoutException, InterruptedException {
        if (!places.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("No place for a look-up became free in time.");
        }
        FutureTask<List<InetAddress>> lookUp = new FutureTask<>(() -> {
            try {
                return resolver.resolve(host);
            } finally {
                places.release();
            }
        });
        threads.execute(lookUp);
        try {
            return lookUp.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof UnknownHostException unknown) {
                throw unknown;
            }
            throw new IllegalStateException("The look-up broke; see the cause.", failure.getCause());
        }
    }
}
