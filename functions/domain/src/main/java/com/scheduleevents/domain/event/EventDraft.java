package com.scheduleevents.domain.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.time.Timestamps;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A schedule change that was found valid and is not recorded yet. Its fields are in the order of its type's schema and its
 * timestamps in UTC, so two requests that say the same thing give equal drafts however they were written.
 */
public final class EventDraft {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String type;
    private final ClinicId clinic;
    private final ObjectNode fields;

    EventDraft(String type, ClinicId clinic, ObjectNode fields) {
        this.type = type;
        this.clinic = clinic;
        this.fields = fields.deepCopy();
    }

    /** The event's type. */
    public String type() {
        return type;
    }

    /** The clinic it is of. */
    public ClinicId clinic() {
        return clinic;
    }

    /** The event that this draft becomes under an identifier: always the same bytes for the same identifier. */
    public Event as(EventId id) {
        ObjectNode event = JSON.createObjectNode().put("id", id.value());
        event.setAll(fields);
        event.put("created_at", Timestamps.formatMillis(id.mintedAt()));
        return new Event(id, type, clinic, write(event));
    }

    /** A hash of what the draft says, in hexadecimal. */
    public String fingerprint() {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(write(fields).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String write(ObjectNode object) {
        try {
            return JSON.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an object of plain values can be written as JSON", e);
        }
    }
}
