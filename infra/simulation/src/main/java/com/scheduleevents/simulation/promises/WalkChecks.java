package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks walks through the feed: each lists all that was acknowledged when it began, once and in order. */
public final class WalkChecks {

    private final Ledger ledger;
    private final String account;
    private final List<WatchedEvent> expected;

    /** A walk of an account begins. */
    public WalkChecks(Ledger ledger, String account) {
        this.ledger = ledger;
        this.account = account;
        this.expected = ledger.events().stream()
                .filter(event -> event.account().equals(account) && event.isAcknowledged() && event.json() != null)
                .toList();
    }

    /** It ended. */
    public void check(List<JsonNode> seen) {
        Set<String> ids = new HashSet<>();
        String before = "evt_~";
        for (JsonNode event : seen) {
            String id = event.path("id").asText();
            if (id.compareTo(before) >= 0) {
                ledger.breaks(Promise.WALK_IS_COMPLETE, id, "it is listed after " + before);
            }
            before = id;
            ids.add(id);
            check(event, id);
        }
        expected.stream()
                .filter(event -> !ids.contains(event.id()))
                .forEach(event -> ledger.breaks(
                        Promise.WALK_IS_COMPLETE,
                        String.valueOf(event.id()),
                        "it was acknowledged before the walk began, which did not list it"));
    }

    private void check(JsonNode listed, String id) {
        Optional<WatchedEvent> known =
                ledger.event(listed.path("appointment_id").asText());
        if (known.isEmpty() || !known.get().account().equals(account)) {
            ledger.breaks(Promise.ISOLATED, id, "it is in the feed of " + account + ", which did not record it");
            return;
        }
        WatchedEvent event = known.get();
        if (event.isOnce() && event.id() != null && !id.equals(event.id())) {
            ledger.breaks(Promise.RECORDED_STAYS, id, "it repeats " + event.id() + " under the same idempotency key");
        }
        if (id.equals(event.id()) && !listed.toString().equals(event.json())) {
            ledger.breaks(Promise.RECORDED_STAYS, id, "it is listed with other bytes than it was recorded with");
        }
        event.shownAs(id, listed.toString());
    }
}
