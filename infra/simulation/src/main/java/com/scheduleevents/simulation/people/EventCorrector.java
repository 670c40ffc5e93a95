package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Decides which events of one tenant are corrections, and of what; and tries to correct what it must not. */
final class EventCorrector {

    /** One event of so many corrects an earlier one. */
    private static final int ONE_CORRECTS = 8;

    private final SimulatedWorld world;
    private final Ledger ledger;
    private final SimulatedTenant tenant;
    private final RandomGenerator random;

    EventCorrector(SimulatedWorld world, Ledger ledger, SimulatedTenant tenant) {
        this.world = world;
        this.ledger = ledger;
        this.tenant = tenant;
        this.random = world.streams().stream("corrector of " + tenant.account().value());
    }

    /** The event that the next one of a clinic corrects, which somebody knows, whether or not it has expired; empty for none. */
    Optional<String> corrected(String clinic) {
        return random.nextInt(ONE_CORRECTS) == 0
                ? any(ledger.known(tenant.account().value(), clinic))
                : Optional.empty();
    }

    /** Hands over a correction that the service has to refuse: of an event of another clinic or account, or of none. */
    void correctWrongly() {
        String clinic = tenant.clinics().get(random.nextInt(tenant.clinics().size()));
        String wrong = any(ledger.keptElsewhere(tenant.account().value(), clinic))
                .filter(_ -> random.nextInt(3) > 0)
                .orElseGet(() -> EventId.mint(world.scheduler().now(), random).value());
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("type", "appointment.completed")
                .put("clinic_id", clinic)
                .put("appointment_id", "apt_wrong")
                .put("provider_id", "prv_0")
                .put("starts_at", "2030-01-15T09:00:00Z")
                .put("duration_minutes", 30)
                .put("corrects", wrong);
        if (random.nextBoolean()) {
            judge(wrong, tenant.client().post("/events", event.toString()), "");
        } else {
            ObjectNode batch = JsonNodeFactory.instance.objectNode();
            batch.withArray("data").addObject().set("event", event);
            judge(wrong, tenant.client().post("/events/batch", batch.toString()), "/data/0");
        }
    }

    /** @param at where the body has the error of the correction */
    private void judge(String wrong, SimulatedApiResponse response, String at) {
        boolean refused = response.status() == 400
                && response.json().at(at + "/error/param").asText().equals("corrects");
        boolean lookedAt = response.isFinal()
                && Stream.of(401, 403).noneMatch(status -> response.status() == status)
                && !response.json().at(at + "/error/param").asText().equals("clinic_id");
        if (lookedAt && !refused) {
            ledger.breaks(
                    Promise.CORRECTION_NAMES_AN_EVENT,
                    wrong,
                    "it was corrected from another clinic: " + response.text());
        }
    }

    private Optional<String> any(List<String> ids) {
        return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(random.nextInt(ids.size())));
    }
}
