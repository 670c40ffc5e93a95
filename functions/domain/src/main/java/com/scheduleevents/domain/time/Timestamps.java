package com.scheduleevents.domain.time;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * RFC 3339 timestamps: any offset and any number of decimals are read, UTC with {@code Z} is written. A leap second (a 60th second) is
 * no time for the service.
 */
public final class Timestamps {

    /** Describes a valid timestamp in messages to clients. */
    public static final String EXPECTED = "an RFC 3339 timestamp with its zone, such as 2026-11-21T09:30:00Z";

    /** {@link ZoneOffset} ends at 18 hours, and {@link Instant} at nine decimals; RFC 3339, section 5.6, has neither limit. */
    private static final Pattern RFC_3339 = Pattern.compile(
            "(?<local>\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2})(?:\\.(?<decimals>\\d++))?"
                    + "(?:Z|(?<sign>[+-])(?<hours>[01]\\d|2[0-3]):(?<minutes>[0-5]\\d))",
            Pattern.CASE_INSENSITIVE);

    private static final int NANO_DIGITS = 9;
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private Timestamps() {}

    /**
     * Parses a time that is kept, cut to the millisecond; empty when it is malformed, does not exist, or is outside the years 0000 to
     * 9999 in UTC.
     */
    public static Optional<Instant> parse(String text) {
        return instant(text, false).map(time -> time.truncatedTo(ChronoUnit.MILLIS));
    }

    /**
     * Parses a time with which others are compared, as {@link #parse} does, but nothing is cut off: what is not before the result is not
     * before the time in the text, and the other way round. Therefore, decimals beyond nanoseconds are rounded up.
     */
    public static Optional<Instant> parseBound(String text) {
        return instant(text, true);
    }

    /** Formats a timestamp with as many decimals as it has. */
    public static String format(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant);
    }

    /** Formats a timestamp of the service, which are to the millisecond. */
    public static String formatMillis(Instant instant) {
        return MILLIS.format(instant);
    }

    private static Optional<Instant> instant(String text, boolean roundsUp) {
        Matcher time = RFC_3339.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        try {
            Instant instant = toNanos(time);
            return instant.isBefore(FIRST) || instant.isAfter(LAST)
                    ? Optional.empty()
                    : Optional.of(roundsUp && isFinerThanNanos(time) ? instant.plusNanos(1) : instant);
        } catch (DateTimeException noSuchTime) {
            return Optional.empty();
        }
    }

    private static Instant toNanos(Matcher time) {
        return LocalDateTime.parse(time.group("local"))
                .toInstant(ZoneOffset.UTC)
                .minus(offset(time))
                .plusNanos(nanos(decimals(time)));
    }

    private static int nanos(String decimals) {
        return decimals.isEmpty()
                ? 0
                : Integer.parseInt((decimals + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS));
    }

    private static Duration offset(Matcher time) {
        if (time.group("sign") == null) {
            return Duration.ZERO;
        }
        Duration offset = Duration.ofHours(Integer.parseInt(time.group("hours")))
                .plusMinutes(Integer.parseInt(time.group("minutes")));
        return time.group("sign").equals("-") ? offset.negated() : offset;
    }

    private static boolean isFinerThanNanos(Matcher time) {
        return decimals(time).chars().skip(NANO_DIGITS).anyMatch(digit -> digit != '0');
    }

    private static String decimals(Matcher time) {
        String decimals = time.group("decimals");
        return decimals == null ? "" : decimals;
    }
}
