package com.scheduleevents.terminal;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a length of time such as {@code 30m}, {@code 24h} or {@code 7d}. */
public final class LengthOfTime {

    private static final Pattern FORM = Pattern.compile("(?<number>[0-9]{1,5})(?<unit>[smhd])");

    private LengthOfTime() {}

    /** A number of seconds, minutes, hours or days; empty when the text has another form. */
    public static Optional<Duration> parse(String text) {
        Matcher form = FORM.matcher(text);
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

    /** The same, and {@code 0}. */
    public static Optional<Duration> parseOrZero(String text) {
        return text.equals("0") ? Optional.of(Duration.ZERO) : parse(text);
    }
}
