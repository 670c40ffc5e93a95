package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A day of usage: one of UTC, whatever the clinic's own time is, so that the days of all clinics make one month. An event
 * belongs to the day that it was recorded on, and its deliveries to the same one, whenever they were made.
 *
 * @param date the day
 */
public record UsageDay(LocalDate date) implements Comparable<UsageDay> {

    /** What a day has to look like, for messages to clients. */
    public static final String EXPECTED = "a day as YYYY-MM-DD, such as 2026-11-21";

    /** Its first night: so that yesterday can be seen. */
    private static final int FIRST_NIGHT = 1;

    /**
     * The night in which it is counted for good: an attempt is made at the latest a day after the first, and another day later
     * where the webhook's url was changed meanwhile.
     */
    private static final int SETTLING_NIGHT = 3;

    /** Until then it is counted where the settling night did not come to its end. */
    private static final int LAST_NIGHT = 7;

    /** Of the Unix epoch: nothing was recorded before. */
    private static final int FIRST_YEAR = 1970;

    private static final Pattern ISO = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    /** The day that a time falls on. */
    public static UsageDay of(Instant time) {
        return new UsageDay(LocalDate.ofInstant(time, ZoneOffset.UTC));
    }

    /** Reads a day; empty when the text is none, names one that does not exist, or one before the year 1970. */
    public static Optional<UsageDay> parse(String text) {
        if (!ISO.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new UsageDay(LocalDate.parse(text))).filter(day -> day.date.getYear() >= FIRST_YEAR);
        } catch (DateTimeParseException noSuchDay) {
            return Optional.empty();
        }
    }

    /** The days that are to be counted in a night; those of them that were settled before need not be. */
    public static List<UsageDay> probeAt(Instant night) {
        return IntStream.concat(IntStream.of(FIRST_NIGHT), IntStream.rangeClosed(SETTLING_NIGHT, LAST_NIGHT))
                .mapToObj(nights -> of(night).plus(-nights))
                .toList();
    }

    /** So many days later; earlier when it is less than none. */
    public UsageDay plus(int days) {
        return new UsageDay(date.plusDays(days));
    }

    /** When it begins. */
    public Instant start() {
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** When it is over. */
    public Instant end() {
        return date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Whether what was counted then is all there will be. */
    public boolean isSettledAt(Instant counted) {
        return !of(counted).plus(-SETTLING_NIGHT).date.isBefore(date);
    }

    /** Whether all of its events can be read, so that it can be counted. */
    public boolean isReadable(Instant now, Duration retention) {
        return !start().isBefore(now.minus(retention));
    }

    /** What of it is still to be read. */
    Optional<EventRange> after(Optional<EventId> last) {
        return EventRange.between(start(), end(), last);
    }

    /** As ISO 8601 writes it. */
    public String text() {
        return date.toString();
    }

    @Override
    public int compareTo(UsageDay other) {
        return date.compareTo(other.date);
    }
}
