package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks what one reader is shown of the feed: each walk lists all that was known when it began, once and in order, and nothing that the
 * reader did not ask for or must not see.
 */
public final class WalkChecks {

    /** An index learns of an event so late at most, and so do the feeds of single clinics. */
    private static final Duration INDEX_LAG = Duration.ofSeconds(10);

    private final Ledger ledger;
    private final String account;
    private final WatchedKey key;
    private final FeedFilter filter;
    private final Instant began;
    private final List<WatchedEvent> expected;
    private final Set<String> ids = new HashSet<>();
    private String before = "evt_~";

    /**
     * A walk of an account begins.
     *
     * @param key with which it is read
     * @param began at this moment
     */
    public WalkChecks(Ledger ledger, String account, WatchedKey key, FeedFilter filter, Instant began) {
        this.ledger = ledger;
        this.account = account;
        this.key = key;
        this.filter = filter;
        this.began = began;
        boolean indexed = key.isNarrow() || filter.clinic().isPresent();
        Instant latest = indexed ? began.minus(INDEX_LAG) : began;
        this.expected = ledger.events().stream()
                .filter(event -> event.account().equals(account) && event.isKnownAt(latest))
                .filter(event -> filter.selects(event.type(), event.clinic(), event.appointment(), event::created))
                .toList();
    }

    /**
     * It came to another page.
     *
     * @param asked when the page was asked for
     */
    public void check(JsonNode page, Instant asked, Instant now) {
        for (JsonNode event : page) {
            String id = event.path("id").asText();
            if (id.compareTo(before) >= 0) {
                ledger.breaks(Promise.WALK_IS_COMPLETE, id, "it is listed after " + before);
            }
            before = id;
            ids.add(id);
            checkListed(event, id, now);
            checkSeen(event, id, asked);
        }
    }

    private void checkListed(JsonNode listed, String id, Instant now) {
        ledger.lists(listed);
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
        if (!listed.path("corrects").asText().equals(event.corrects())) {
            ledger.breaks(
                    Promise.CORRECTION_NAMES_AN_EVENT, id, "it was handed over as a correction of " + event.corrects());
        }
        event.shownAs(id, listed.toString(), now);
    }

    private void checkSeen(JsonNode listed, String id, Instant asked) {
        if (ledger.isGone(Instant.parse(listed.path("created_at").asText()), asked)) {
            ledger.breaks(Promise.EXPIRED_IS_GONE, id, "it was listed to somebody who asked at " + asked);
        }
        String clinic = listed.path("clinic_id").asText();
        if (key.mayNotRead(clinic, asked)) {
            ledger.breaks(Promise.ISOLATED, id, "it was listed to a key that must not see " + clinic);
        }
        if (!filter.selects(
                listed.path("type").asText(),
                clinic,
                listed.path("appointment_id").asText(),
                () -> Instant.parse(listed.path("created_at").asText()))) {
            ledger.breaks(Promise.WALK_IS_COMPLETE, id, "it was listed by a walk through " + filter);
        }
    }

    /** A page was refused since the key does not see the clinic. */
    public void refused(Instant asked) {
        filter.clinic()
                .filter(clinic -> key.hasSeen(clinic, asked))
                .ifPresent(clinic -> ledger.breaks(
                        Promise.WALK_IS_COMPLETE, clinic, "a key that sees it was refused its feed at " + asked));
    }

    /** It came to its end. */
    public void end() {
        expected.stream()
                .filter(event -> !ids.contains(event.id()) && key.hasListed(event.clinic(), began))
                .filter(event -> !ledger.mayBeGone(event.created()))
                .forEach(event -> ledger.breaks(
                        Promise.WALK_IS_COMPLETE,
                        String.valueOf(event.id()),
                        "it was known before a walk through " + filter + " began at " + began
                                + ", which did not list it"));
    }
}
