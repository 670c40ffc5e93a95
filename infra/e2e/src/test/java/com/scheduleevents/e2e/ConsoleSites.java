package com.scheduleevents.e2e;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;

/**
 * The browsers of the classes that open the console, and its cloud. A class uses one that another has given back, because starting
 * a browser and its driver takes more processor time than many a test.
 */
final class ConsoleSites implements AutoCloseable {

    /** With one, its classes would take longer than all others beside them. */
    private static final int MOST = 2;

    private final Path chromium;
    private final ConsoleCloud cloud = new ConsoleCloud();
    private final Semaphore turns = new Semaphore(MOST);
    private final Queue<ConsoleSite> free = new ConcurrentLinkedQueue<>();

    /** @param chromium the browser's program */
    ConsoleSites(Path chromium) {
        this.chromium = chromium;
    }

    /** Waits for the turn of a class; other classes run meanwhile. */
    ConsoleSite borrow() {
        try {
            ForkJoinPool.managedBlock(new Turn(turns));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("A class was interrupted before its turn.", e);
        }
        return Optional.ofNullable(free.poll()).orElseGet(this::started);
    }

    private ConsoleSite started() {
        try {
            return new ConsoleSite(cloud, chromium);
        } catch (RuntimeException e) {
            turns.release();
            throw e;
        }
    }

    /** What was noted in the site does not concern the next class. */
    void giveBack(ConsoleSite site) {
        try {
            site.endVisit();
            site.problems();
            free.add(site);
        } finally {
            turns.release();
        }
    }

    @Override
    public void close() {
        free.forEach(ConsoleSite::close);
        cloud.close();
    }

    /** Lets the pool of the tests run others while one waits. */
    private static final class Turn implements ForkJoinPool.ManagedBlocker {

        private final Semaphore turns;
        private boolean taken;

        Turn(Semaphore turns) {
            this.turns = turns;
        }

        @Override
        public boolean isReleasable() {
            taken = taken || turns.tryAcquire();
            return taken;
        }

        @Override
        public boolean block() throws InterruptedException {
            if (!taken) {
                turns.acquire();
                taken = true;
            }
            return true;
        }
    }
}
