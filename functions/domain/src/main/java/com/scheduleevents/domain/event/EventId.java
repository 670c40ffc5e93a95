package com.scheduleevents.domain.event;

import com.github.f4b6a3.ulid.Ulid;
import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * An event's identity, its place in the feed and the moment it was recorded, all in one: {@code evt_} and a ULID. Receivers
 * deduplicate on it and cursors are made of it (specification, section 2.1).
 *
 * @param value the whole identifier
 */
public record EventId(String value) implements Comparable<EventId> {

    /** What every event identifier begins with. */
    public static final String PREFIX = "evt_";

    /** After every identifier that can ever be minted. */
    static final EventId LAST = new EventId(PREFIX + Ulid.MAX);

    private static final EventId FIRST = new EventId(PREFIX + Ulid.MIN);

    /** Refuses what was never minted. */
    public EventId {
        if (Ulids.parse(PREFIX, value).isEmpty()) {
            throw new IllegalArgumentException("not an event identifier: expected " + PREFIX + " and a ULID");
        }
    }

    /** Mints a new identifier; {@code now} becomes the event's {@code created_at}, to the millisecond. */
    public static EventId mint(Instant now, RandomGenerator random) {
        return new EventId(Ulids.mint(PREFIX, now, random));
    }

    /** Mints identifiers of the same millisecond, in their order. */
    static List<EventId> mint(int count, Instant now, RandomGenerator random) {
        return Stream.generate(() -> mint(now, random)).limit(count).sorted().toList();
    }

    /** Reads an identifier; empty when the text is none. */
    public static Optional<EventId> parse(String text) {
        return Ulids.parse(PREFIX, text).map(ulid -> new EventId(text));
    }

    /** The smallest identifier of events recorded at or after the given time. */
    public static EventId firstAtOrAfter(Instant time) {
        long floor = time.toEpochMilli();
        boolean between = Instant.ofEpochMilli(floor).isBefore(time);
        long millis = Math.clamp(between ? floor + 1 : floor, 0L, LAST.ulid().getTime());
        return new EventId(PREFIX + new Ulid(millis, new byte[Ulid.RANDOM_BYTES]));
    }

    /** When the event was recorded, to the millisecond. */
    public Instant mintedAt() {
        return Instant.ofEpochMilli(ulid().getTime());
    }

    /** The identifier just before this one; empty before the very first. */
    Optional<EventId> predecessor() {
        if (equals(FIRST)) {
            return Optional.empty();
        }
        Ulid ulid = ulid();
        long low = ulid.getLeastSignificantBits();
        long high = low == 0 ? ulid.getMostSignificantBits() - 1 : ulid.getMostSignificantBits();
        return Optional.of(new EventId(PREFIX + new Ulid(high, low - 1)));
    }

    /** The identifier just after this one; empty after the very last. */
    Optional<EventId> successor() {
        if (equals(LAST)) {
            return Optional.empty();
        }
        Ulid ulid = ulid();
        long low = ulid.getLeastSignificantBits() + 1;
        long high = low == 0 ? ulid.getMostSignificantBits() + 1 : ulid.getMostSignificantBits();
        return Optional.of(new EventId(PREFIX + new Ulid(high, low)));
    }

    private Ulid ulid() {
        return Ulid.from(value.substring(PREFIX.length()));
    }

    @Override
    public int compareTo(EventId other) {
        return value.compareTo(other.value);
    }
}
