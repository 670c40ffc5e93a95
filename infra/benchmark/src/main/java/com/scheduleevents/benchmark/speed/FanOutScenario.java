package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/** As many deliveries from events that each go to ten webhooks, to a hundred, and to a thousand. */
final class FanOutScenario implements SpeedScenario {

    static final String NAME = "fan-out";

    private static final int WARM_UP = 2_000;
    private static final int DELIVERIES = 2_000;
    private static final double BILLION = 1e9;
    private static final String CLINIC = "cln_harbour";

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + WARM_UP + " events that are not measured");
        try (MeasuredCloud measured = run.cloud(Map.of())) {
            CloudClient cloud = measured.client();
            LoadClients clients = new LoadClients(cloud);
            cloud.register(cloud.key(), "warm-up", "cln_station");
            clients.record(WARM_UP, _ -> "cln_station");
            cloud.await("warm-up", WARM_UP);
            register(cloud, 0, 10);
            double ten = perSecond(run, cloud, clients, 10, DELIVERIES);
            register(cloud, 10, 100);
            double hundred = perSecond(run, cloud, clients, 100, 2 * DELIVERIES);
            register(cloud, 100, 1_000);
            double thousand = perSecond(run, cloud, clients, 1_000, 3 * DELIVERIES);
            run.add(NAME, "deliveries a second, to 100 ÷ to 10", hundred / ten, "ratio");
            run.add(NAME, "deliveries a second, to 1,000 ÷ to 10", thousand / ten, "ratio");
        }
    }

    /** @param arrived how many deliveries have arrived in the end, those of earlier steps included */
    private static double perSecond(SpeedRun run, CloudClient cloud, LoadClients clients, int webhooks, int arrived)
            throws InterruptedException {
        int events = DELIVERIES / webhooks;
        run.tell(NAME + ": " + events + " events for " + webhooks + " webhooks");
        long start = System.nanoTime();
        clients.record(events, _ -> CLINIC);
        cloud.await(CLINIC, arrived);
        double seconds = (System.nanoTime() - start) / BILLION;
        String of = events + " events to " + webhooks + " webhooks";
        run.add(NAME, of + ": until all have arrived", seconds, "s");
        run.add(NAME, of + ": deliveries a second", DELIVERIES / seconds, "1/s");
        return DELIVERIES / seconds;
    }

    private static void register(CloudClient cloud, int from, int to) throws InterruptedException {
        List<Callable<JsonNode>> registrations = IntStream.range(from, to)
                .mapToObj(number -> (Callable<JsonNode>) () -> {
                    cloud.register(cloud.key(), CLINIC + "-" + number, CLINIC);
                    return JsonNodeFactory.instance.nullNode();
                })
                .toList();
        LoadClients.sideBySide(LoadClients.CLIENTS, registrations);
    }
}
