package com.scheduleevents.domain.audit;

import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.Optional;

/**
 * The id of an entry of the audit log.
 *
 * @param value {@code aud_} and a ULID, so that ids sort by the time of the change
 */
public record AuditId(String value) {

    /** The prefix of every id. */
    public static final String PREFIX = "aud_";

    /** Rejects text of another form. */
    public AuditId {
        if (Ulids.parse(PREFIX, value).isEmpty()) {
            throw new IllegalArgumentException("not an id of an audit entry: expected " + PREFIX + " and a ULID");
        }
    }

    /**
     * The id of a change: recording it twice leaves one entry.
     *
     * @param occasion identifies the change among all of its account
     */
    static AuditId of(Instant at, String occasion) {
        return new AuditId(Ulids.of(PREFIX, at, occasion));
    }

    /** Parses an id; empty when the text has another form. */
    public static Optional<AuditId> parse(String text) {
        return Ulids.parse(PREFIX, text).map(_ -> new AuditId(text));
    }
}
