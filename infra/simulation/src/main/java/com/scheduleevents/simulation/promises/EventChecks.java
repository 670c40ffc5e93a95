package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** Checks what a reader gets who asks by its id for an event that a feed has listed. */
public final class EventChecks {

    private final Ledger ledger;
    private final WatchedKey key;

    /** @param key with which it is asked for */
    public EventChecks(Ledger ledger, WatchedKey key) {
        this.ledger = ledger;
        this.key = key;
    }

    /** The service returned it. */
    public void found(JsonNode listed, String body, Instant asked) {
        String id = listed.path("id").asText();
        String clinic = listed.path("clinic_id").asText();
        if (key.mayNotRead(clinic, asked)) {
            ledger.breaks(Promise.ISOLATED, id, "it was returned to a key that must not see " + clinic);
        }
        if (ledger.isGone(created(listed), asked)) {
            ledger.breaks(Promise.EXPIRED_IS_GONE, id, "it was returned to somebody who asked at " + asked);
        }
        if (!listed.toString().equals(body)) {
            ledger.breaks(Promise.RECORDED_STAYS, id, "it was returned with other bytes than it was listed with");
        }
    }

    /** The service said that there is no such event. */
    public void notFound(JsonNode listed, Instant asked) {
        if (key.hasListed(listed.path("clinic_id").asText(), asked) && !ledger.mayBeGone(created(listed))) {
            ledger.breaks(
                    Promise.RECORDED_STAYS,
                    listed.path("id").asText(),
                    "it had been listed, and a key that sees it did not find it at " + asked);
        }
    }

    private static Instant created(JsonNode listed) {
        return Instant.parse(listed.path("created_at").asText());
    }
}
