package com.scheduleevents.benchmark.speed;

import com.scheduleevents.benchmark.report.Figure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * What a healthy webhook notices of another account whose receiver hangs. Both accounts record as many events throughout, so that only the
 * hanging differs: together a quarter of what the machine was measured to take, because a machine that is saturated shows its own queue.
 */
final class NeighboursScenario implements SpeedScenario {

    static final String NAME = "neighbours";

    private static final String HEALTHY = "healthy";
    private static final String NEIGHBOUR = "neighbour";
    private static final String NEIGHBOURS_CLINIC = "cln_elsewhere";
    private static final String WHAT = "from response to arrival beside a ";
    private static final int[] PERCENTS = {50, 99};
    private static final int WINDOW = 400;
    private static final int PART = 4;
    private static final int ACCOUNTS = 2;
    private static final Duration LENGTH = Duration.ofSeconds(30);
    private static final double BILLION = 1e9;

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        try (MeasuredCloud measured = run.cloud()) {
            CloudClient cloud = measured.client();
            cloud.register(cloud.key(), HEALTHY, "");
            cloud.register(cloud.otherKey(), NEIGHBOUR, "");
            LoadClients clients = new LoadClients(cloud);
            LoadClients neighbours = new LoadClients(cloud);
            WarmUp warmUp = run.warmUp(NAME, WINDOW, () -> {
                clients.recordSingly(WINDOW / ACCOUNTS, cloud.key(), LoadClients.CLINIC);
                neighbours.recordSingly(WINDOW / ACCOUNTS, cloud.otherKey(), NEIGHBOURS_CLINIC);
                cloud.await(HEALTHY, clients.made());
                cloud.await(NEIGHBOUR, neighbours.made());
            });
            Duration between = between(warmUp.rate());
            int events = Math.toIntExact(LENGTH.dividedBy(between));
            run.tell(NAME + ": " + events + " events of each of two accounts, one every " + between.toMillis() + " ms");
            SpeedRun.Outcome<Percentiles> without = run.measure(NAME, run.storage(), 1, () -> {
                ArrivalTimes times = recorded(cloud, events, between);
                cloud.await(HEALTHY, clients.made() + events);
                cloud.await(NEIGHBOUR, neighbours.made() + events);
                return times.of(cloud.received(HEALTHY));
            });
            run.tell(NAME + ": as many, while the receiver of one account hangs");
            cloud.order(NEIGHBOUR, "hang");
            SpeedRun.Outcome<Percentiles> with = run.measure(NAME, run.storage(), 1, () -> {
                ArrivalTimes times = recorded(cloud, events, between);
                cloud.await(HEALTHY, clients.made() + 2L * events);
                return times.of(cloud.received(HEALTHY));
            });
            run.add(List.of(
                    with.measured().figure("events a second of each account", BILLION / between.toNanos(), "1/s")));
            run.add(figures(without.measured(), without.value(), with.measured(), with.value()));
        }
    }

    /**
     * The time between two events of one of the accounts.
     *
     * @param perSecond what the machine takes of all accounts together
     */
    static Duration between(double perSecond) {
        return Duration.ofNanos(Math.round(ACCOUNTS * PART * BILLION / perSecond));
    }

    /**
     * What both parts show; a latency, and how much longer it is beside a receiver that hangs, only of a machine that was not saturated.
     *
     * @param before times beside a healthy receiver
     * @param hanging times beside one that hangs
     */
    static List<Figure> figures(Measured without, Percentiles before, Measured with, Percentiles hanging) {
        List<Figure> figures = new ArrayList<>();
        if (!without.use().isSaturated() && !with.use().isSaturated()) {
            for (int percent : PERCENTS) {
                figures.add(with.figure(
                        "with ÷ without a receiver that hangs, p" + percent,
                        hanging.at(percent) / before.at(percent),
                        "ratio"));
            }
        }
        figures.addAll(without.latency(WHAT + "healthy receiver", before, PERCENTS));
        figures.addAll(with.latency(WHAT + "receiver that hangs", hanging, PERCENTS));
        figures.addAll(without.conditions(", beside a healthy receiver"));
        figures.addAll(with.conditions(", beside a receiver that hangs"));
        return figures;
    }

    /**
     * Sends on time, however long responses take.
     *
     * @return the times of the healthy account
     */
    private static ArrivalTimes recorded(CloudClient cloud, int events, Duration between) throws InterruptedException {
        ArrivalTimes healthy = new ArrivalTimes();
        ArrivalTimes neighbour = new ArrivalTimes();
        List<Future<?>> requests = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            for (int i = 1; i <= events; i++) {
                int number = i;
                Stream.<Runnable>of(
                                () -> healthy.record(cloud, cloud.key(), LoadClients.event(number, LoadClients.CLINIC)),
                                () -> neighbour.record(
                                        cloud, cloud.otherKey(), LoadClients.event(number, NEIGHBOURS_CLINIC)))
                        .map(clients::submit)
                        .forEach(requests::add);
                Thread.sleep(Duration.ofNanos(Math.max(0, start + i * between.toNanos() - System.nanoTime())));
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
