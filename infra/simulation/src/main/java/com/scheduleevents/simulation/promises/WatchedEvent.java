package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A schedule change that a producer sent, and the service's response to it. */
public final class WatchedEvent {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String account;
    private final String clinic;
    private final String type;
    private final String provider;
    private final String appointment;
    private final Instant begun;
    private final boolean once;
    private @Nullable String id;
    private @Nullable String json;
    private @Nullable Instant known;
    private Instant created = Instant.MIN;
    private String corrects = "";
    private String lane = "";
    private boolean acknowledged;

    /**
     * @param appointment tells it from all others
     * @param begun when it was first handed over
     * @param once whether it was handed over with an idempotency key, so that it may be recorded only once
     */
    public WatchedEvent(
            String account,
            String clinic,
            String type,
            String provider,
            String appointment,
            Instant begun,
            boolean once) {
        this.account = account;
        this.clinic = clinic;
        this.type = type;
        this.provider = provider;
        this.appointment = appointment;
        this.begun = begun;
        this.once = once;
    }

    /** The account that it was recorded for. */
    public String account() {
        return account;
    }

    /** The appointment, which no other event has. */
    public String appointment() {
        return appointment;
    }

    /** It is handed over as a correction of that event. */
    public void correct(String corrected) {
        corrects = corrected;
    }

    /** The id of the event that it corrects; empty for none. */
    String corrects() {
        return corrects;
    }

    /** It is handed over as one of those that are in the order of that appointment. */
    public void in(String orderedBy) {
        lane = orderedBy;
    }

    /** The appointment in whose order it is; empty when no other event is. */
    String lane() {
        return lane;
    }

    /** The service took it: from now on it has to be there. */
    public void acknowledge() {
        acknowledged = true;
    }

    /** The service took it and said what it became. */
    public void acknowledge(String givenId, String givenJson, Instant now) {
        acknowledged = true;
        known = givenId.equals(id) ? known : now;
        id = givenId;
        json = givenJson;
        created = created(givenJson);
    }

    String clinic() {
        return clinic;
    }

    String type() {
        return type;
    }

    String provider() {
        return provider;
    }

    Instant begun() {
        return begun;
    }

    boolean isOnce() {
        return once;
    }

    boolean isAcknowledged() {
        return acknowledged;
    }

    @Nullable
    String id() {
        return id;
    }

    @Nullable
    String json() {
        return json;
    }

    /** When it was recorded, as the service says; distant past while it has said nothing. */
    Instant created() {
        return created;
    }

    /** What it became, which somebody was shown. */
    JsonNode body() {
        return parsed(Objects.requireNonNull(json));
    }

    private static Instant created(String json) {
        return Instant.parse(parsed(json).path("created_at").asText());
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an event that is no JSON: " + json, e);
        }
    }

    /** Takes what the feed shows where the producer was told nothing more than that it was taken. */
    void shownAs(String shownId, String shownJson, Instant now) {
        if (id == null) {
            id = shownId;
            json = shownJson;
            created = created(shownJson);
            known = now;
        }
    }

    /** Whether its producer, or a reader of the feed, had been shown it by that time. */
    boolean isKnownAt(Instant time) {
        return known != null && !known.isAfter(time);
    }
}
