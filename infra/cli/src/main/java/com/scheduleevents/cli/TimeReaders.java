package com.scheduleevents.cli;

import com.scheduleevents.cli.api.RequestTime;
import com.scheduleevents.terminal.LengthOfTime;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments to times. */
final class TimeReaders {

    private final Clock clock;

    TimeReaders(Clock clock) {
        this.clock = clock;
    }

    /** A time, or a time ago, which gets the milliseconds that the API writes. */
    RequestTime time(String text) {
        return LengthOfTime.parse(text)
                .map(ago -> clock.instant().truncatedTo(ChronoUnit.MILLIS).minus(ago))
                .map(then -> new RequestTime(then.toString()))
                .or(() -> RequestTime.parse(text))
                .orElseThrow(() -> noTime(text));
    }

    /** The same for what is not sent to the API. */
    Instant instant(String text) {
        return time(text).instant().orElseThrow(() -> noTime(text));
    }

    /** A number of seconds, minutes, hours or days. */
    Duration duration(String text) {
        return LengthOfTime.parseOrZero(text)
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' is not a length of time such as 30m, 24h or 7d, or 0"));
    }

    /** A day. */
    static LocalDate day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException _) {
            throw new TypeConversionException("'" + text + "' is not a day such as 2026-11-01");
        }
    }

    private static TypeConversionException noTime(String text) {
        return new TypeConversionException(
                "'" + text + "' is neither a time such as 2026-11-21T09:30:00Z, nor one ago such as 30m, 24h or 7d");
    }
}
