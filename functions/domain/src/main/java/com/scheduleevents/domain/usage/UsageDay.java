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
 * A day of usage, in UTC whatever the clinic's time zone, so that the days of all clinics form the same month. An event belongs to the
 * day on which it was recorded, and so do its deliveries, whenever they were made.
 */
public record UsageDay(LocalDate date) implements Comparable<UsageDay> {

    /** Describes a valid day in messages to clients. */
    public static final String EXPECTED = "a day as YYYY-MM-DD, such as 2026-11-21";

    /** The first night after the day, in which it is counted so that yesterday's usage can be shown. */
    private static final int FIRST_NIGHT = 1;

    /**
     * The night in which the final count is made: the last attempt is made a day after the first, and another day later when the
     * webhook's URL was changed in the meantime.
     */
    private static final int SETTLING_NIGHT = 3;

    /** The last night in which the final count is made if the earlier ones failed. */
    private static final int LAST_NIGHT = 7;

    /** The year of the Unix epoch, before which nothing was recorded. */
    private static final int FIRST_YEAR = 1970;

    private static final Pattern ISO = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    /** The day that contains a time. */
    public static UsageDay of(Instant time) {
        return new UsageDay(LocalDate.ofInstant(time, ZoneOffset.UTC));
    }

    /** The hour of its day in which a time is, 0 to 23. */
    static int hour(Instant time) {
        return time.atOffset(ZoneOffset.UTC).getHour();
    }

    /** Parses a day; empty when the text is malformed, the day does not exist or is before 1970. */
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

    /** The days to count in a night, including those whose final count may have been made already. */
    public static List<UsageDay> countedIn(Instant night) {
        return IntStream.concat(IntStream.of(FIRST_NIGHT), IntStream.rangeClosed(SETTLING_NIGHT, LAST_NIGHT))
                .mapToObj(nights -> of(night).plus(-nights))
                .toList();
    }

    /** A later day; an earlier one when the number is negative. */
    public UsageDay plus(int days) {
        return new UsageDay(date.plusDays(days));
    }

    /** When the day begins. */
    public Instant start() {
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** When the day ends. */
    public Instant end() {
        return date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Whether a count that began at this time is final. */
    public boolean isSettledAt(Instant counted) {
        return !of(counted).plus(-SETTLING_NIGHT).date.isBefore(date);
    }

    /** Whether all of its events can still be read. */
    public boolean isReadable(Instant now, Duration retention) {
        return !start().isBefore(now.minus(retention));
    }

    /** The range of events of the day after a given one. */
    Optional<EventRange> after(Optional<EventId> last) {
        return EventRange.between(start(), end(), last);
    }

    /** The day in ISO 8601. */
    public String text() {
        return date.toString();
    }

    @Override
    public int compareTo(UsageDay other) {
        return date.compareTo(other.date);
    }
}
