package com.scheduleevents.benchmark.cost;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.emulator.http.Header;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Records events of a metered world at a steady rate. */
final class EventLoad {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What the service adds to an event. */
    private static final int MINTED =
            ",\"id\":\"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\",\"created_at\":\"2026-11-20T14:02:11.337Z\"".length();

    private final MeteredWorld metered;
    private int made;

    EventLoad(MeteredWorld metered) {
        this.metered = metered;
    }

    /** Starts the requests of all tenants, spread evenly; what one of them waits for does not hold up the next. */
    void start(CostScenario scenario, List<MeteredTenant> tenants) {
        Scheduler scheduler = metered.world().scheduler();
        Duration apart = scenario.between().dividedBy(tenants.size());
        for (int i = 0; i < tenants.size(); i++) {
            MeteredTenant tenant = tenants.get(i);
            Duration first = apart.multipliedBy(i);
            scheduler.spawn("producer", () -> {
                scheduler.sleep(first);
                for (int n = 0; n < scenario.sends(); n++) {
                    scheduler.spawn("request", () -> record(scenario, tenant));
                    scheduler.sleep(scenario.between());
                }
            });
        }
    }

    private void record(CostScenario scenario, MeteredTenant tenant) {
        List<ObjectNode> events = IntStream.range(0, scenario.batch())
                .mapToObj(_ ->
                        scenario.bytes() == CostScenario.ORDINARY ? event(tenant) : padded(tenant, scenario.bytes()))
                .toList();
        switch (scenario.way()) {
            case API ->
                metered.post(
                        tenant,
                        "/v1/events",
                        events.getFirst().toString(),
                        List.of(new Header("Idempotency-Key", key(events.getFirst()))));
            case BATCH -> {
                ObjectNode body = JSON.createObjectNode();
                events.forEach(event -> body.withArray("data")
                        .addObject()
                        .put("idempotency_key", key(event))
                        .set("event", event));
                metered.post(tenant, "/v1/events/batch", body.toString(), List.of());
            }
            case QUEUE -> {
                List<String> messages = new ArrayList<>();
                events.forEach(event -> messages.add(JSON.createObjectNode()
                        .put("account_id", tenant.account())
                        .set("event", event)
                        .toString()));
                metered.send(messages);
            }
        }
    }

    private static String key(ObjectNode event) {
        return "change-" + event.path("appointment_id").asText();
    }

    /** An ordinary event (requirement R5): 282 bytes as delivered. */
    private ObjectNode event(MeteredTenant tenant) {
        return change("appointment.cancelled", tenant)
                .put("provider_id", "prv_12ab34cd")
                .put("starts_at", "2026-03-15T14:30:00Z")
                .put("duration_minutes", 30)
                .put("recoverable", true)
                .put("cancelled_by", "patient");
    }

    /** As large as is asked for, in bytes as delivered. */
    private ObjectNode padded(MeteredTenant tenant, int bytes) {
        ObjectNode event = change("benchmark.padded", tenant).put("padding", "");
        return event.put("padding", "x".repeat(bytes - MINTED - event.toString().length()));
    }

    private ObjectNode change(String type, MeteredTenant tenant) {
        return JSON.createObjectNode()
                .put("type", type)
                .put("clinic_id", tenant.clinic())
                .put("appointment_id", String.format("apt_%08d", ++made));
    }
}
