package com.scheduleevents.local;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Scales waits and windows, so that a day of retries takes seconds or minutes. */
final class RetryCompression {

    private static final Pattern SHORT_FORM = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h)");

    private RetryCompression() {}

    /**
     * Reads a duration such as {@code 60s}, {@code 500ms}, {@code 5m}, {@code 24h} or {@code PT60S}.
     *
     * @throws IllegalArgumentException when it is malformed
     */
    static Duration duration(String text) {
        Matcher form = SHORT_FORM.matcher(text);
        if (form.matches()) {
            long number = Long.parseLong(form.group(1));
            return switch (form.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
            };
        }
        try {
            return Duration.parse(text);
        } catch (java.time.format.DateTimeParseException e) {
            throw new IllegalArgumentException("'" + text + "' is not a duration: write 60s, 5m or PT60S.", e);
        }
    }

    /**
     * The waits, scaled to the shorter window.
     *
     * @param waits ISO 8601 durations separated by commas, as in the template
     * @param from the original window
     * @param to the shorter window
     */
    static String waits(String waits, Duration from, Duration to) {
        return Arrays.stream(waits.split(",", -1))
                .map(Duration::parse)
                .map(wait -> inProportion(wait, from, to).toString())
                .collect(Collectors.joining(","));
    }

    /**
     * A duration, scaled to the shorter window.
     *
     * @param from the original window
     * @param to the window wanted
     */
    static Duration inProportion(Duration time, Duration from, Duration to) {
        BigDecimal nanos = nanos(time).multiply(nanos(to)).divide(nanos(from), 0, RoundingMode.HALF_UP);
        return Duration.ofNanos(nanos.longValueExact());
    }

    private static BigDecimal nanos(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos());
    }
}
