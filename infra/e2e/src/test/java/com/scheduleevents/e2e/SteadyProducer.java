package com.scheduleevents.e2e;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A producer that records events at a steady rate until it is closed. */
final class SteadyProducer implements AutoCloseable {

    private final List<String> recorded = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> running;

    /** @param tenthsOfASecond between two batches */
    SteadyProducer(ApiClientAccount account, String event, int batch, int tenthsOfASecond) {
        running = timer.scheduleAtFixedRate(
                () -> recorded.addAll(account.record(event, batch)), 0, tenthsOfASecond * 100L, TimeUnit.MILLISECONDS);
    }

    /** The ids of the events so far. */
    List<String> recorded() {
        return List.copyOf(recorded);
    }

    /** Ends it. @return all */
    List<String> stop() {
        close();
        if (running.state() == Future.State.FAILED) {
            throw new IllegalStateException("an event could not be recorded", running.exceptionNow());
        }
        return recorded();
    }

    @Override
    public void close() {
        timer.close();
    }
}
