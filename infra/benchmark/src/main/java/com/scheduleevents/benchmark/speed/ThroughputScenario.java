package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** As many events as the cloud takes, for one webhook, and whose code takes the processor's time. */
final class ThroughputScenario implements SpeedScenario {

    static final String NAME = "throughput";

    private static final String INBOX = "throughput";
    private static final int WARM_UP = 5_000;
    private static final int EVENTS = 5_000;
    private static final double THOUSAND = 1000;
    private static final double BILLION = 1e9;

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + WARM_UP + " events that are not measured");
        try (MeasuredCloud measured = run.cloud(Map.of())) {
            CloudClient cloud = measured.client();
            LoadClients clients = new LoadClients(cloud);
            cloud.register(cloud.key(), INBOX, "");
            clients.record(WARM_UP);
            cloud.await(INBOX, WARM_UP);
            run.tell(NAME + ": " + EVENTS + " events in batches of " + LoadClients.BATCH + " from "
                    + LoadClients.CLIENTS + " clients");
            ProcessorShares processor = ProcessorShares.begin();
            long start = System.nanoTime();
            clients.record(EVENTS);
            long recorded = System.nanoTime();
            cloud.await(INBOX, WARM_UP + EVENTS);
            long delivered = System.nanoTime();
            Map<ProcessorShares.Owner, Double> seconds = processor.end();
            run.add(
                    NAME,
                    "events accepted a second, in batches of " + LoadClients.BATCH,
                    EVENTS * BILLION / (recorded - start),
                    "1/s");
            run.add(NAME, "deliveries a second, end to end", EVENTS * BILLION / (delivered - start), "1/s");
            seconds.forEach((owner, taken) -> run.add(
                    NAME,
                    "processor per 1,000 deliveries: "
                            + owner.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    taken * THOUSAND / EVENTS,
                    "s"));
        }
    }
}
