package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.time.Duration;

/** How soon an event arrives when there is little else to do. */
final class LatencyScenario implements SpeedScenario {

    static final String NAME = "latency";

    private static final String INBOX = "latency";
    private static final int WINDOW = 500;
    private static final int EVENTS = 150;
    private static final Duration BETWEEN = Duration.ofMillis(200);

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        try (MeasuredCloud measured = run.cloud()) {
            CloudClient cloud = measured.client();
            cloud.register(cloud.key(), INBOX, "");
            LoadClients clients = new LoadClients(cloud);
            run.warmUp(NAME, WINDOW, () -> {
                clients.recordSingly(WINDOW, cloud.key(), LoadClients.CLINIC);
                cloud.await(INBOX, clients.made());
            });
            SpeedRun.Outcome<Percentiles> times = run.measure(NAME, run.storage(), 1, () -> {
                ArrivalTimes arrivals = new ArrivalTimes();
                for (int i = 1; i <= EVENTS; i++) {
                    arrivals.record(cloud, cloud.key(), LoadClients.event(clients.made() + i, LoadClients.CLINIC));
                    Thread.sleep(BETWEEN);
                }
                cloud.await(INBOX, clients.made() + EVENTS);
                return arrivals.of(cloud.received(INBOX));
            });
            run.add(times.measured().conditions(""));
            run.add(times.measured().latency("from response to arrival", times.value(), 50, 95, 99));
        }
    }
}
