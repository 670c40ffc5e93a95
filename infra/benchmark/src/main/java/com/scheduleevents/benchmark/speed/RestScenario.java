package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.time.Duration;

/** What the embedded cloud takes of a machine while nothing happens, and while it gets all that it can take. */
final class RestScenario implements SpeedScenario {

    static final String NAME = "rest";

    private static final String INBOX = "rest";
    private static final int WARM_UP = 2_000;
    private static final int EVENTS = 2_000;
    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final Duration REST = Duration.ofSeconds(30);
    private static final double BILLION = 1e9;

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + WARM_UP + " events that are not measured");
        try (CloudProcess cloud = CloudProcess.start(run.template(), run.output())) {
            CloudClient client = cloud.client();
            LoadClients clients = new LoadClients(client);
            client.register(client.key(), INBOX, "");
            clients.record(WARM_UP);
            client.await(INBOX, WARM_UP);
            Thread.sleep(SETTLING);
            run.tell(NAME + ": " + REST.toSeconds() + " seconds without events");
            double before = cloud.processorSeconds();
            Thread.sleep(REST);
            run.add(NAME, "at rest: processor", (cloud.processorSeconds() - before) / REST.toSeconds(), "cores");
            run.add(NAME, "at rest: resident memory", cloud.megabytes("VmRSS"), "MB");
            run.add(NAME, "at rest: heap after a collection", cloud.heapInUse(), "MB");
            run.tell(NAME + ": " + EVENTS + " events in batches of " + LoadClients.BATCH);
            underLoad(run, cloud, client, clients);
        }
    }

    private static void underLoad(SpeedRun run, CloudProcess cloud, CloudClient client, LoadClients clients)
            throws IOException, InterruptedException {
        double before = cloud.processorSeconds();
        long start = System.nanoTime();
        clients.record(EVENTS);
        double heap = cloud.heapInUse();
        client.await(INBOX, WARM_UP + EVENTS);
        double seconds = (System.nanoTime() - start) / BILLION;
        run.add(NAME, "under load: processor", (cloud.processorSeconds() - before) / seconds, "cores");
        run.add(NAME, "under load: resident memory, at most", cloud.megabytes("VmHWM"), "MB");
        run.add(NAME, "under load: heap after a collection, once all is recorded", heap, "MB");
    }
}
