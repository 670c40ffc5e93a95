package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clients that record events side by side, so that the cloud is what limits how many there are a second, and not who sends them. */
final class LoadClients {

    /** How many events a request has. */
    static final int BATCH = 100;

    /** How many there are. */
    static final int CLIENTS = 4 * Runtime.getRuntime().availableProcessors();

    /** Whose events they record. */
    static final String CLINIC = "cln_harbour";

    private final CloudClient cloud;
    private int made;

    LoadClients(CloudClient cloud) {
        this.cloud = cloud;
    }

    /** An event of a clinic, of an ordinary size (requirement R5). */
    static ObjectNode event(int number, String clinic) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "appointment.cancelled")
                .put("clinic_id", clinic)
                .put("appointment_id", String.format("apt_%08d", number))
                .put("provider_id", "prv_12ab34cd")
                .put("starts_at", "2030-03-15T14:30:00Z")
                .put("duration_minutes", 30)
                .put("recoverable", true)
                .put("cancelled_by", "patient");
    }

    /** How many events they have recorded. */
    int made() {
        return made;
    }

    /** Records events in batches, and returns when all are recorded. */
    void record(int events) throws InterruptedException {
        List<Callable<JsonNode>> requests = new ArrayList<>();
        for (int left = events; left > 0; left -= BATCH) {
            ObjectNode body = batch(Math.min(left, BATCH));
            requests.add(() -> sent(body));
        }
        sideBySide(requests);
    }

    /** Records events of a clinic one by one, and returns when all are recorded. */
    void recordSingly(int events, String key, String clinic) throws InterruptedException {
        List<Callable<JsonNode>> requests = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            ObjectNode event = event(++made, clinic);
            requests.add(() -> cloud.post(key, "/v1/events", event));
        }
        sideBySide(requests);
    }

    private static void sideBySide(List<Callable<JsonNode>> calls) throws InterruptedException {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (Future<JsonNode> call : clients.invokeAll(calls)) {
                call.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private ObjectNode batch(int size) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < size; i++) {
            made++;
            body.withArray("data")
                    .addObject()
                    .put("idempotency_key", "speed-" + made)
                    .set("event", event(made, CLINIC));
        }
        return body;
    }

    private JsonNode sent(ObjectNode batch) {
        JsonNode results = cloud.post(cloud.key(), "/v1/events/batch", batch);
        results.path("data").forEach(result -> {
            if (result.path("status").asInt() >= 300) {
                throw new IllegalStateException("an event of a batch was not recorded: " + result);
            }
        });
        return results;
    }
}
