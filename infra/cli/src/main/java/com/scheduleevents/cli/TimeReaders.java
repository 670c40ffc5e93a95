package com.scheduleevents.cli;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments to times. */
final class TimeReaders {

    private static final Pattern DURATION = Pattern.compile("(?<number>[0-9]{1,5})(?<unit>[smhd])");

    private final Clock clock;

    TimeReaders(Clock clock) {
        this.clock = clock;
    }

    /** A time with any offset, or a time ago, to the millisecond as the API writes times. */
    Instant instant(String text) {
        Optional<Duration> ago = read(text);
        if (ago.isPresent()) {
            return clock.instant().truncatedTo(ChronoUnit.MILLIS).minus(ago.get());
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw new TypeConversionException("'" + text
                    + "' is neither a time such as 2026-11-21T09:30:00Z, nor one ago such as 30m, 24h or 7d");
        }
    }

    /** A number of seconds, minutes, hours or days. */
    Duration duration(String text) {
        return text.equals("0")
                ? Duration.ZERO
                : read(text)
                        .orElseThrow(() -> new TypeConversionException(
                                "'" + text + "' is not a length of time such as 30m, 24h or 7d, or 0"));
    }

    /** A time with any offset, which may be in the future. */
    static OffsetDateTime moment(String text) {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeException _) {
            throw new TypeConversionException("'" + text + "' is not a time such as 2026-12-31T00:00:00Z");
        }
    }

    /** A day. */
    static LocalDate day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException _) {
            throw new TypeConversionException("'" + text + "' is not a day such as 2026-11-01");
        }
    }

    private static Optional<Duration> read(String text) {
        Matcher form = DURATION.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(form.group("number"));
        return Optional.of(
                switch (form.group("unit")) {
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }
}
