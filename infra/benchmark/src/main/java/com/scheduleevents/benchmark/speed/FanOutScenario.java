package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/** As many deliveries from events that each go to a hundred webhooks, and from events that each go to a thousand. */
final class FanOutScenario implements SpeedScenario {

    static final String NAME = "fan-out";

    private static final int WARM_UP = 2_000;
    private static final int DELIVERIES = 2_000;
    private static final double BILLION = 1e9;

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + WARM_UP + " events that are not measured");
        try (MeasuredCloud measured = run.cloud(Map.of())) {
            CloudClient cloud = measured.client();
            LoadClients clients = new LoadClients(cloud);
            cloud.register(cloud.key(), "warm-up", "cln_station");
            clients.record(WARM_UP, _ -> "cln_station");
            cloud.await("warm-up", WARM_UP);
            double hundred = perSecond(run, cloud, clients, 100, "cln_harbour");
            double thousand = perSecond(run, cloud, clients, 1_000, "cln_oldtown");
            run.add(NAME, "deliveries a second, to 1,000 ÷ to 100", thousand / hundred, "ratio");
        }
    }

    private static double perSecond(SpeedRun run, CloudClient cloud, LoadClients clients, int webhooks, String clinic)
            throws InterruptedException {
        int events = DELIVERIES / webhooks;
        run.tell(NAME + ": " + events + " events for " + webhooks + " webhooks");
        register(cloud, webhooks, clinic);
        long start = System.nanoTime();
        clients.record(events, _ -> clinic);
        cloud.await(clinic, DELIVERIES);
        double seconds = (System.nanoTime() - start) / BILLION;
        String of = events + " events to " + webhooks + " webhooks";
        run.add(NAME, of + ": until all have arrived", seconds, "s");
        run.add(NAME, of + ": deliveries a second", DELIVERIES / seconds, "1/s");
        return DELIVERIES / seconds;
    }

    private static void register(CloudClient cloud, int webhooks, String clinic) throws InterruptedException {
        List<Callable<JsonNode>> registrations = IntStream.range(0, webhooks)
                .mapToObj(number -> (Callable<JsonNode>) () -> {
                    cloud.register(cloud.key(), clinic + "-" + number, clinic);
                    return JsonNodeFactory.instance.nullNode();
                })
                .toList();
        LoadClients.sideBySide(LoadClients.CLIENTS, registrations);
    }
}
