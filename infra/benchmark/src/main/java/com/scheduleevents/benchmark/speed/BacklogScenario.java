package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * How fast the deliveries of a webhook arrive that wait in its backlog, because its receiver was down. Those that opened the circuit, which
 * are some more, and those that probes tried wait for the next attempt of their own retry schedules instead. So the time ends when as many
 * have arrived as 95 of 100 in the backlog.
 */
final class BacklogScenario implements SpeedScenario {

    static final String NAME = "backlog";

    private static final String INBOX = "backlog";
    private static final int WARM_UP = 2_000;
    private static final int DEFAULT = 2_000;
    /** More failures than open the circuit. */
    private static final int OPENING = 20;

    private static final double PART = 0.95;
    private static final double BILLION = 1e9;
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** How many deliveries wait, by the option {@code -Dbacklog}. */
    private final int deliveries = Integer.getInteger("backlog", DEFAULT);

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + WARM_UP + " events that are not measured");
        // As after a short outage, however long it takes to record as many events.
        try (MeasuredCloud measured = run.cloud(Map.of("LongestProbeWait", "PT30S"))) {
            CloudClient cloud = measured.client();
            LoadClients clients = new LoadClients(cloud);
            cloud.register(cloud.key(), INBOX, "");
            clients.record(WARM_UP);
            cloud.await(INBOX, WARM_UP);
            run.tell(NAME + ": " + deliveries + " events for a receiver that is down");
            cloud.order(INBOX, "close");
            openCircuit(measured, clients);
            clients.record(deliveries);
            awaitBacklog(measured);
            run.tell(NAME + ": the receiver is back");
            cloud.withdrawOrders();
            long back = System.nanoTime();
            cloud.await(INBOX, WARM_UP + 1L);
            long first = System.nanoTime();
            cloud.await(INBOX, WARM_UP + Math.round(deliveries * PART));
            double seconds = (System.nanoTime() - first) / BILLION;
            run.add(NAME, "deliveries that waited", deliveries, "deliveries");
            run.add(NAME, "from the receiver's return to the first delivery", (first - back) / BILLION, "s");
            run.add(NAME, "from there until 95 of 100 have arrived", seconds, "s");
            run.add(NAME, "deliveries a second meanwhile", deliveries * PART / seconds, "1/s");
        }
    }

    /** Until the circuit is open, which puts further deliveries into the backlog. */
    private static void openCircuit(MeasuredCloud measured, LoadClients clients) throws InterruptedException {
        clients.record(OPENING);
        while (waiting(measured) == 0) {
            clients.record(1);
            Thread.sleep(LOOK);
        }
    }

    private void awaitBacklog(MeasuredCloud measured) throws InterruptedException {
        long last = System.nanoTime() + LONGEST.toNanos();
        while (waiting(measured) < deliveries * PART) {
            if (System.nanoTime() > last) {
                throw new IllegalStateException(
                        "of " + deliveries + " deliveries, " + waiting(measured) + " are in the backlog");
            }
            Thread.sleep(LOOK);
        }
    }

    private static int waiting(MeasuredCloud measured) {
        String table = measured.table("BacklogTable");
        return measured.dynamoDb().scanPaginator(scan -> scan.tableName(table).select(Select.COUNT)).stream()
                .mapToInt(ScanResponse::count)
                .sum();
    }
}
