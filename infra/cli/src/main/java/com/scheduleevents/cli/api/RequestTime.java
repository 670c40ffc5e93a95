package com.scheduleevents.cli.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A time of a request, sent as it was written: any offset and number of decimals. Whether it exists is for the API to say, which
 * compares events with all of it.
 *
 * @param text in the form of RFC 3339
 */
public record RequestTime(String text) {

    private static final Pattern FORM = Pattern.compile(
            "(?<seconds>\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2})(?:(?<nanos>\\.\\d{1,9})\\d*+)?"
                    + "(Z|(?<sign>[+-])(?<hours>\\d{2}):(?<minutes>\\d{2}))",
            Pattern.CASE_INSENSITIVE);

    private static final int HOURS = 24;
    private static final int MINUTES = 60;

    /** Empty when the text has another form. */
    public static Optional<RequestTime> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new RequestTime(text)) : Optional.empty();
    }

    /**
     * The time itself, cut to the nanosecond; empty when it does not exist. Java's own reader knows no offset above 18 hours and no tenth
     * decimal.
     */
    public Optional<Instant> instant() {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        try {
            Instant local = LocalDateTime.parse(form.group("seconds")
                            + Optional.ofNullable(form.group("nanos")).orElse(""))
                    .toInstant(ZoneOffset.UTC);
            return offset(form).map(local::minus);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> offset(Matcher form) {
        if (form.group("sign") == null) {
            return Optional.of(Duration.ZERO);
        }
        int hours = Integer.parseInt(form.group("hours"));
        int minutes = Integer.parseInt(form.group("minutes"));
        if (hours >= HOURS || minutes >= MINUTES) {
            return Optional.empty();
        }
        Duration offset = Duration.ofHours(hours).plusMinutes(minutes);
        return Optional.of(form.group("sign").equals("-") ? offset.negated() : offset);
    }

    @Override
    public String toString() {
        return text;
    }

    /** Reads a time that cannot be written as one ago. */
    public static final class Converter implements ITypeConverter<RequestTime> {

        @Override
        public RequestTime convert(String text) {
            return parse(text)
                    .orElseThrow(() ->
                            new TypeConversionException("'" + text + "' is not a time such as 2026-12-31T00:00:00Z"));
        }
    }
}
