package com.scheduleevents.domain.event;

import com.github.f4b6a3.ulid.Ulid;
import com.scheduleevents.domain.id.Ulids;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The id of an event, which also determines its place in the feed and the time when it was recorded: {@code evt_} and a ULID. Receivers
 * use it to detect repeats, and cursors consist of it (requirement R4). The id of a test event, which is not recorded, ends
 * with {@code _test}; it sorts by its time like the others.
 */
public record EventId(String value) implements Comparable<EventId> {

    /** The prefix of every event id. */
    public static final String PREFIX = "evt_";

    private static final String TEST_SUFFIX = "_test";

    /** Sorts after every id that can be created. */
    static final EventId LAST = new EventId(PREFIX + Ulid.MAX);

    private static final EventId FIRST = new EventId(PREFIX + Ulid.MIN);

    /** Rejects text of another form. */
    public EventId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not an event identifier: expected " + PREFIX + " and a ULID");
        }
    }

    /** Creates a new id; {@code now}, truncated to milliseconds, becomes the event's {@code created_at}. */
    public static EventId mint(Instant now, RandomGenerator random) {
        return new EventId(Ulids.mint(PREFIX, now, random));
    }

    /** The id of an event about something that happened: the same for the same time and occasion. */
    public static EventId of(Instant at, String occasion) {
        return new EventId(Ulids.of(PREFIX, at, occasion));
    }

    /** Creates ids with the same millisecond, in ascending order. */
    static List<EventId> mint(int count, Instant now, RandomGenerator random) {
        return Stream.generate(() -> mint(now, random)).limit(count).sorted().toList();
    }

    /** Parses an id; empty when the text has another form. */
    public static Optional<EventId> parse(String text) {
        return isValid(text) ? Optional.of(new EventId(text)) : Optional.empty();
    }

    /** The smallest id of an event that was recorded at or after this time. */
    public static EventId firstAtOrAfter(Instant time) {
        long floor = time.toEpochMilli();
        boolean between = Instant.ofEpochMilli(floor).isBefore(time);
        long millis = Math.clamp(between ? floor + 1 : floor, 0L, LAST.ulid().getTime());
        return new EventId(PREFIX + new Ulid(millis, new byte[Ulid.RANDOM_BYTES]));
    }

    /** The id of a test event with the same ULID. */
    public EventId ofTest() {
        return new EventId(untested(value) + TEST_SUFFIX);
    }

    /** Whether it is the id of a test event. */
    public boolean isTest() {
        return value.endsWith(TEST_SUFFIX);
    }

    /** When the event was recorded, to the millisecond. */
    public Instant mintedAt() {
        return Instant.ofEpochMilli(ulid().getTime());
    }

    /** When the event, its deliveries and everything else that depends on it may be deleted. */
    public Instant expiresAt(Duration retention) {
        return mintedAt().plus(retention);
    }

    /** The id just before this one; empty before the first. */
    Optional<EventId> predecessor() {
        if (isTest()) {
            return Optional.of(new EventId(untested(value)));
        }
        if (equals(FIRST)) {
            return Optional.empty();
        }
        Ulid ulid = ulid();
        long low = ulid.getLeastSignificantBits();
        long high = low == 0 ? ulid.getMostSignificantBits() - 1 : ulid.getMostSignificantBits();
        return Optional.of(new EventId(PREFIX + new Ulid(high, low - 1)));
    }

    /** The id just after this one; empty after the last. */
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
        return Ulid.from(untested(value).substring(PREFIX.length()));
    }

    private static boolean isValid(String text) {
        return Ulids.parse(PREFIX, untested(text)).isPresent();
    }

    private static String untested(String text) {
        return text.endsWith(TEST_SUFFIX) ? text.substring(0, text.length() - TEST_SUFFIX.length()) : text;
    }

    @Override
    public int compareTo(EventId other) {
        return value.compareTo(other.value);
    }
}
