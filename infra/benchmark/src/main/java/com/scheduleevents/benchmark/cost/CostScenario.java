package com.scheduleevents.benchmark.cost;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A steady load on one healthy webhook of each tenant.
 *
 * @param name as in the report
 * @param way how events are recorded
 * @param tenants how many record side by side
 * @param batch how many events a tenant records at once
 * @param between the time between two of a tenant's requests
 * @param events how many events are measured, in all
 * @param bytes how large an event is as delivered; {@link #ORDINARY} for an ordinary one
 * @param parameters what the deployment sets that has a default
 */
record CostScenario(
        String name,
        RecordingWay way,
        int tenants,
        int batch,
        Duration between,
        int events,
        int bytes,
        Map<String, String> parameters) {

    /** The size of an ordinary {@code appointment.cancelled} event (requirement R5), 282 bytes. */
    static final int ORDINARY = 0;

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int FEW = 300;
    private static final int MANY = 3_000;
    private static final Map<String, String> BATCHED = Map.of("BatchingSeconds", "1");
    private static final int KILOBYTE = 1024;

    /** At low traffic one event a second, at load 500 a second. */
    static final List<CostScenario> ALL = List.of(
            new CostScenario("api-low", RecordingWay.API, 1, 1, SECOND, FEW),
            new CostScenario("api-load", RecordingWay.API, 10, 1, Duration.ofMillis(20), MANY),
            new CostScenario("batch-load", RecordingWay.BATCH, 10, 100, Duration.ofSeconds(2), MANY),
            new CostScenario("queue-low", RecordingWay.QUEUE, 1, 1, SECOND, FEW),
            new CostScenario("queue-load", RecordingWay.QUEUE, 10, 10, Duration.ofMillis(200), MANY),
            new CostScenario("api-low", RecordingWay.API, 1, 1, SECOND, FEW).of(2),
            new CostScenario("api-low", RecordingWay.API, 1, 1, SECOND, FEW).of(16),
            new CostScenario("batch-load", RecordingWay.BATCH, 10, 100, Duration.ofSeconds(2), MANY).of(2),
            // A hundred would be more than a request may have.
            new CostScenario("batch-load", RecordingWay.BATCH, 10, 50, SECOND, MANY).of(16),
            new CostScenario("api-load-batched", RecordingWay.API, 10, 1, Duration.ofMillis(20), MANY, BATCHED),
            new CostScenario("batch-load-batched", RecordingWay.BATCH, 10, 100, Duration.ofSeconds(2), MANY, BATCHED),
            new CostScenario("queue-low-batched", RecordingWay.QUEUE, 1, 1, SECOND, FEW, BATCHED),
            new CostScenario("queue-load-batched", RecordingWay.QUEUE, 10, 10, Duration.ofMillis(200), MANY, BATCHED));

    /** With the defaults of the template, and ordinary events. */
    CostScenario(String name, RecordingWay way, int tenants, int batch, Duration between, int events) {
        this(name, way, tenants, batch, between, events, Map.of());
    }

    /** With ordinary events. */
    CostScenario(
            String name,
            RecordingWay way,
            int tenants,
            int batch,
            Duration between,
            int events,
            Map<String, String> parameters) {
        this(name, way, tenants, batch, between, events, ORDINARY, parameters);
    }

    /** The same with events of so many kilobytes. */
    private CostScenario of(int kilobytes) {
        return new CostScenario(
                name + "-" + kilobytes + "kb", way, tenants, batch, between, events, kilobytes * KILOBYTE, parameters);
    }

    /** How long the requests take. */
    Duration time() {
        return between.multipliedBy(sends());
    }

    /** Requests of each tenant. */
    int sends() {
        return events / (tenants * batch);
    }

    /** The same with another number of events, or as many more as whole requests of all tenants take. */
    CostScenario with(int atLeast) {
        int together = tenants * batch;
        return new CostScenario(
                name, way, tenants, batch, between, Math.ceilDiv(atLeast, together) * together, bytes, parameters);
    }
}
