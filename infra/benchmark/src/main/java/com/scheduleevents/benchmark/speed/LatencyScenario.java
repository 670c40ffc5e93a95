package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** How soon an event arrives when there is little else to do. */
final class LatencyScenario implements SpeedScenario {

    static final String NAME = "latency";

    private static final String INBOX = "latency";
    private static final int WARM_UP = 5_000;
    private static final int EVENTS = 150;
    private static final Duration BETWEEN = Duration.ofMillis(200);

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + WARM_UP + " events that are not measured");
        try (MeasuredCloud measured = run.cloud(Map.of())) {
            CloudClient cloud = measured.client();
            cloud.register(cloud.key(), INBOX, "");
            new LoadClients(cloud).record(WARM_UP);
            cloud.await(INBOX, WARM_UP);
            run.tell(NAME + ": " + EVENTS + " events, one every " + BETWEEN.toMillis() + " ms");
            ArrivalTimes times = new ArrivalTimes();
            for (int i = 1; i <= EVENTS; i++) {
                times.record(cloud, cloud.key(), LoadClients.event(WARM_UP + i, "cln_harbour"));
                Thread.sleep(BETWEEN);
            }
            cloud.await(INBOX, WARM_UP + EVENTS);
            Percentiles millis = times.of(cloud.received(INBOX));
            for (int percent : new int[] {50, 95, 99}) {
                run.add(NAME, "from response to arrival, p" + percent, millis.at(percent), "ms");
            }
        }
    }
}
