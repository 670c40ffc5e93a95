package com.scheduleevents.delivery.receiver;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.Headers;

/** Parses the header Retry-After of a response (RFC 9110, section 10.2.3). */
final class RetryAfter {

    private static final String HEADER = "Retry-After";

    /** The longest HTTP date has 33 characters; a much longer value is neither a date nor a sensible number. */
    private static final int MAX_LENGTH = 64;

    private static final Pattern SECONDS = Pattern.compile("[0-9]+");
    private static final BigInteger LONGEST =
            BigInteger.valueOf(Duration.ofDays(36_500).toSeconds());

    private RetryAfter() {}

    /**
     * @param headers the headers of the response
     * @param now when it was received
     * @return a positive duration of at most a century; empty when the header is missing, malformed, zero or in the past
     */
    static Optional<Duration> read(Headers headers, Instant now) {
        String value = headers.get(HEADER);
        if (value == null || value.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        Duration asked = SECONDS.matcher(value).matches()
                ? Duration.ofSeconds(new BigInteger(value).min(LONGEST).longValueExact())
                : Duration.between(
                        now, Optional.ofNullable(headers.getInstant(HEADER)).orElse(now));
        return Optional.of(asked).filter(Duration::isPositive);
    }
}
