package com.scheduleevents.testkit.samples;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventTypeRegistry;

/** Schedule changes to record. */
public final class EventSamples {

    private static final EventTypeRegistry EVENT_TYPES = EventTypeRegistry.fromClassPath();

    private EventSamples() {}

    /** A valid change. */
    public static EventDraft draft() {
        return draft("cln_harbour");
    }

    /** A valid change in a clinic. */
    public static EventDraft draft(String clinic) {
        return EVENT_TYPES.read(JsonNodeFactory.instance
                .objectNode()
                .put("type", "appointment.completed")
                .put("clinic_id", clinic)
                .put("appointment_id", "apt_8f1c")
                .put("provider_id", "prv_22")
                .put("starts_at", "2026-11-21T09:30:00Z")
                .put("duration_minutes", 30));
    }
}
