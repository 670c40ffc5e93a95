package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A replay's identity.
 *
 * @param value {@code rpl_} and a ULID
 */
public record ReplayId(String value) {

    /** What every replay identifier begins with. */
    public static final String PREFIX = "rpl_";

    /** Refuses what was never minted. */
    public ReplayId {
        if (Ulids.parse(PREFIX, value).isEmpty()) {
            throw new IllegalArgumentException("not a replay identifier: expected " + PREFIX + " and a ULID");
        }
    }

    /** Mints a new identifier; later ones sort after earlier ones. */
    public static ReplayId mint(Instant now, RandomGenerator random) {
        return new ReplayId(Ulids.mint(PREFIX, now, random));
    }

    /** Reads an identifier; empty when the text is none. */
    public static Optional<ReplayId> parse(String text) {
        return Ulids.parse(PREFIX, text).map(_ -> new ReplayId(text));
    }
}
