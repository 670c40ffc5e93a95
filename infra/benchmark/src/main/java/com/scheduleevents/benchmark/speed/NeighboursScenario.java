package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * What a healthy webhook notices of another account whose receiver hangs. Both accounts record as many events throughout, so that only the
 * hanging differs.
 */
final class NeighboursScenario implements SpeedScenario {

    static final String NAME = "neighbours";

    private static final String HEALTHY = "healthy";
    private static final String NEIGHBOUR = "neighbour";
    private static final int WARM_UP = 2_000;
    private static final int EVENTS = 400;
    private static final Duration BETWEEN = Duration.ofMillis(50);

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + WARM_UP + " events that are not measured");
        try (MeasuredCloud measured = run.cloud(Map.of())) {
            CloudClient cloud = measured.client();
            cloud.register(cloud.key(), HEALTHY, "");
            cloud.register(cloud.otherKey(), NEIGHBOUR, "");
            new LoadClients(cloud).record(WARM_UP);
            cloud.await(HEALTHY, WARM_UP);
            run.tell(NAME + ": " + EVENTS + " events of each of two accounts, one every " + BETWEEN.toMillis() + " ms");
            ArrivalTimes without = recorded(cloud);
            cloud.await(HEALTHY, WARM_UP + EVENTS);
            cloud.await(NEIGHBOUR, EVENTS);
            run.tell(NAME + ": as many, while the receiver of one account hangs");
            cloud.order(NEIGHBOUR, "hang");
            ArrivalTimes with = recorded(cloud);
            cloud.await(HEALTHY, WARM_UP + 2L * EVENTS);
            add(run, without.of(cloud.received(HEALTHY)), with.of(cloud.received(HEALTHY)));
        }
    }

    private static void add(SpeedRun run, Percentiles without, Percentiles with) {
        for (int percent : new int[] {50, 99}) {
            run.add(NAME, "from response to arrival beside a healthy receiver, p" + percent, without.at(percent), "ms");
            run.add(NAME, "from response to arrival beside one that hangs, p" + percent, with.at(percent), "ms");
        }
        for (int percent : new int[] {50, 99}) {
            run.add(NAME, "with ÷ without, p" + percent, with.at(percent) / without.at(percent), "ratio");
        }
    }

    /**
     * Sends on time, however long responses take.
     *
     * @return the times of the healthy account
     */
    private static ArrivalTimes recorded(CloudClient cloud) throws InterruptedException {
        ArrivalTimes healthy = new ArrivalTimes();
        ArrivalTimes neighbour = new ArrivalTimes();
        List<Future<?>> requests = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            for (int i = 1; i <= EVENTS; i++) {
                int number = i;
                Stream.<Runnable>of(
                                () -> healthy.record(cloud, cloud.key(), LoadClients.event(number, "cln_harbour")),
                                () -> neighbour.record(
                                        cloud, cloud.otherKey(), LoadClients.event(number, "cln_elsewhere")))
                        .map(clients::submit)
                        .forEach(requests::add);
                Thread.sleep(Duration.ofNanos(start + i * BETWEEN.toNanos() - System.nanoTime()));
            }
            for (Future<?> request : requests) {
                request.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return healthy;
    }
}
