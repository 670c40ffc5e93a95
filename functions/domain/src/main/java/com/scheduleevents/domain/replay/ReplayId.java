package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The id of a replay.
 *
 * @param value {@code rpl_} and a ULID
 */
public record ReplayId(String value) {

    /** The prefix of every replay id. */
    public static final String PREFIX = "rpl_";

    /** Rejects text of another form. */
    public ReplayId {
        if (Ulids.parse(PREFIX, value).isEmpty()) {
            throw new IllegalArgumentException("not a replay identifier: expected " + PREFIX + " and a ULID");
        }
    }

    /** Creates a new id; ids sort by the time of creation. */
    public static ReplayId mint(Instant now, RandomGenerator random) {
        return new ReplayId(Ulids.mint(PREFIX, now, random));
    }

    /** When the replay was asked for, to the millisecond. */
    public Instant mintedAt() {
        return Instant.ofEpochMilli(Ulids.parse(PREFIX, value).orElseThrow().getTime());
    }

    /** Parses an id; empty when the text has another form. */
    public static Optional<ReplayId> parse(String text) {
        return Ulids.parse(PREFIX, text).map(_ -> new ReplayId(text));
    }
}
