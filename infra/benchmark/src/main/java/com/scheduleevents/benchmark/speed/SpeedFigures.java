package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.benchmark.report.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The scenarios of speed, on the embedded cloud of this machine. */
public final class SpeedFigures {

    /** The names of the scenarios, in the order of the table. */
    public static final List<String> SCENARIOS = List.of("speed", "latency");

    private static final int BATCH = 100;
    private static final int WARM_UP = 5_000;
    private static final int EVENTS = 5_000;
    private static final int SINGLE = 150;
    private static final Duration BETWEEN = Duration.ofMillis(200);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final double THOUSAND = 1000;
    private static final double MILLION = 1e6;
    private static final double BILLION = 1e9;

    private final MeasuredCloud cloud;
    private final List<Figure> figures = new ArrayList<>();
    private int made;

    private SpeedFigures(MeasuredCloud cloud) {
        this.cloud = cloud;
    }

    /**
     * Runs both scenarios.
     *
     * @param template the file of what is deployed
     * @param output a directory for the log of the cloud
     * @param progress is told what happens
     */
    public static List<Figure> of(Path template, Path output, Consumer<String> progress)
            throws IOException, InterruptedException {
        progress.accept("speed: the embedded cloud starts");
        try (MeasuredCloud cloud = MeasuredCloud.start(template, output)) {
            SpeedFigures run = new SpeedFigures(cloud);
            progress.accept("speed: " + WARM_UP + " events that are not measured");
            run.record(WARM_UP);
            run.awaitAll();
            progress.accept("speed: " + EVENTS + " events in batches of " + BATCH);
            run.load();
            progress.accept("latency: " + SINGLE + " events, one every " + BETWEEN.toMillis() + " ms");
            run.latency();
            return run.figures;
        }
    }

    private void load() throws IOException, InterruptedException {
        ProcessorShares processor = ProcessorShares.begin();
        long start = System.nanoTime();
        record(EVENTS);
        long recorded = System.nanoTime();
        awaitAll();
        long delivered = System.nanoTime();
        Map<ProcessorShares.Owner, Double> seconds = processor.end();
        add("speed", "events accepted a second, in batches of " + BATCH, EVENTS * BILLION / (recorded - start), "1/s");
        add("speed", "deliveries a second, end to end", EVENTS * BILLION / (delivered - start), "1/s");
        seconds.forEach((owner, taken) -> add(
                "speed",
                "processor per 1,000 deliveries: "
                        + owner.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                taken * THOUSAND / EVENTS,
                "s"));
    }

    private void record(int events) {
        for (int left = events; left > 0; left -= BATCH) {
            ObjectNode body = new ObjectMapper().createObjectNode();
            for (int i = 0; i < BATCH; i++) {
                made++;
                body.withArray("data")
                        .addObject()
                        .put("idempotency_key", "speed-" + made)
                        .set("event", MeasuredCloud.event(made));
            }
            cloud.post("/v1/events/batch", body.toString());
        }
    }

    private void awaitAll() throws InterruptedException {
        long last = System.nanoTime() + LONGEST.toNanos();
        while (cloud.accepted() < made) {
            if (System.nanoTime() > last) {
                throw new IllegalStateException("of " + made + " events, " + cloud.accepted() + " were delivered");
            }
            Thread.sleep(LOOK);
        }
    }

    private void latency() throws InterruptedException {
        Map<String, Instant> responded = new HashMap<>();
        for (int i = 0; i < SINGLE; i++) {
            made++;
            JsonNode event = cloud.post("/v1/events", MeasuredCloud.event(made).toString());
            responded.put(event.path("id").asText(), Instant.now());
            Thread.sleep(BETWEEN);
        }
        awaitAll();
        List<Double> millis = new ArrayList<>();
        for (JsonNode delivery : cloud.received()) {
            Instant response = responded.get(delivery.path("id").asText());
            if (response != null) {
                Instant arrived = Instant.parse(delivery.path("at").asText());
                millis.add(Duration.between(response, arrived).toNanos() / MILLION);
            }
        }
        millis.sort(null);
        for (int percent : new int[] {50, 95, 99}) {
            double value = millis.get((int) Math.ceil(percent / 100.0 * millis.size()) - 1);
            add("latency", "from response to arrival, p" + percent, value, "ms");
        }
    }

    private void add(String scenario, String figure, double value, String unit) {
        figures.add(new Figure(scenario, figure, value, unit));
    }
}
