package com.scheduleevents.domain.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** RFC 3339 timestamps: any offset is read, UTC with {@code Z} is written. */
public final class Timestamps {

    /** Describes a valid timestamp in messages to clients. */
    public static final String EXPECTED = "an RFC 3339 timestamp with its zone, such as 2026-11-21T09:30:00Z";

    private static final Pattern RFC_3339 = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})", Pattern.CASE_INSENSITIVE);
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private Timestamps() {}

    /**
     * Parses a timestamp (RFC 3339, section 5.6); empty when it is malformed, does not exist, or is outside the years 0000 to 9999 in
     * UTC.
     */
    public static Optional<Instant> parse(String text) {
        if (!RFC_3339.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            Instant instant =
                    OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
            return instant.isBefore(FIRST) || instant.isAfter(LAST) ? Optional.empty() : Optional.of(instant);
        } catch (DateTimeException noSuchTime) {
            return Optional.empty();
        }
    }

    /** Formats a timestamp with as many decimals as it has. */
    public static String format(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant);
    }

    /** Formats a timestamp of the service, which are to the millisecond. */
    public static String formatMillis(Instant instant) {
        return MILLIS.format(instant);
    }
}
