package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** As many events as the cloud takes, for one webhook, and whose code takes the processor's time. */
final class ThroughputScenario implements SpeedScenario {

    static final String NAME = "throughput";

    private static final String INBOX = "throughput";
    private static final int WINDOW = 1_000;
    private static final int EVENTS = 5_000;
    private static final double THOUSAND = 1000;
    private static final double BILLION = 1e9;

    /** Events a second, and the seconds of a processor that they took, by whose code it is. */
    private record Load(double accepted, double delivered, Map<ProcessorShares.Owner, Double> seconds) {}

    /** Makes so many events. */
    @FunctionalInterface
    private interface Recording {
        void record(LoadClients clients, int events) throws InterruptedException;
    }

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        try (MeasuredCloud measured = run.cloud()) {
            CloudClient cloud = measured.client();
            LoadClients clients = new LoadClients(cloud);
            cloud.register(cloud.key(), INBOX, "");
            measure(run, cloud, clients, ", in batches of " + LoadClients.BATCH, LoadClients::record);
            measure(
                    run,
                    cloud,
                    clients,
                    ", one by one",
                    (some, events) -> some.recordSingly(events, cloud.key(), LoadClients.CLINIC));
        }
    }

    private static void measure(SpeedRun run, CloudClient cloud, LoadClients clients, String how, Recording recording)
            throws IOException, InterruptedException {
        run.warmUp(NAME, WINDOW, () -> {
            recording.record(clients, WINDOW);
            cloud.await(INBOX, clients.made());
        });
        SpeedRun.Outcome<Load> load = run.measure(
                NAME, run.storage(), Runtime.getRuntime().availableProcessors(), () -> load(cloud, clients, recording));
        Measured figures = load.measured();
        run.add(figures.conditions(how));
        run.add(figures.rate("events accepted a second" + how, load.value().accepted()));
        run.add(figures.rate(
                "deliveries a second, end to end" + how, load.value().delivered()));
        load.value()
                .seconds()
                .forEach((owner, taken) -> run.add(figures.processor(
                        "processor per 1,000 deliveries" + how + ": "
                                + owner.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        taken * THOUSAND / EVENTS)));
    }

    private static Load load(CloudClient cloud, LoadClients clients, Recording recording)
            throws IOException, InterruptedException {
        ProcessorShares processor = ProcessorShares.begin();
        long start = System.nanoTime();
        recording.record(clients, EVENTS);
        long recorded = System.nanoTime();
        cloud.await(INBOX, clients.made());
        long delivered = System.nanoTime();
        return new Load(EVENTS * BILLION / (recorded - start), EVENTS * BILLION / (delivered - start), processor.end());
    }
}
