package com.scheduleevents.aws.events;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.domain.event.Catalogue;
import com.scheduleevents.domain.event.EventDraft;

/** Schedule changes to record. */
public final class Samples {

    private static final Catalogue CATALOGUE = Catalogue.fromClassPath();

    private Samples() {}

    /** A valid change. */
    public static EventDraft draft() {
        return draft("cln_harbour");
    }

    /** A valid change in a clinic. */
    public static EventDraft draft(String clinic) {
        return CATALOGUE.read(JsonNodeFactory.instance
                .objectNode()
                .put("type", "appointment.completed")
                .put("clinic_id", clinic)
                .put("appointment_id", "apt_8f1c")
                .put("provider_id", "prv_22")
                .put("starts_at", "2026-11-21T09:30:00Z")
                .put("duration_minutes", 30));
    }
}
