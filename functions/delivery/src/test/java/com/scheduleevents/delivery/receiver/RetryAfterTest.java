package com.scheduleevents.delivery.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every form of Retry-After in RFC 9110, sections 5.6.7 and 10.2.3, and invalid ones. */
final class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    @ParameterizedTest
    @CsvSource({
        "1, PT1S",
        "120, PT2M",
        "00120, PT2M",
        "86400, PT24H",
        "99999999999999999999, P36500D",
        "'Sat, 21 Nov 2026 09:31:00 GMT', PT1M",
        "'Sun, 22 Nov 2026 09:30:00 GMT', PT24H",
        "'Saturday, 21-Nov-26 09:31:00 GMT', PT1M",
        "Sat Nov 21 09:31:00 2026, PT1M",
        // Nothing to wait for.
        "0,",
        "000,",
        "'Sat, 21 Nov 2026 09:30:00 GMT',",
        "'Fri, 31 Dec 1999 23:59:59 GMT',",
        // Nothing that can be read.
        "'',",
        "-1,",
        "+60,",
        "1.5,",
        "60s,",
        "0x10,",
        "'1, 2',",
        "٦٠,",
        "soon,",
        "PT1M,",
        "2026-11-21T09:31:00Z,",
        "'Sat, 99 Foo 2026 99:99:99 GMT',",
        "00000000000000000000000000000000000000000000000000000000000000060,"
    })
    void readsEveryFormOfTheHeader(String value, @Nullable Duration asked) {
        assertThat(RetryAfter.read(headers(value), NOW).orElse(null)).isEqualTo(asked);
    }

    @Test
    void isEmptyWithoutTheHeader() {
        assertThat(RetryAfter.read(Headers.of(), NOW)).isEmpty();
    }

    @Test
    void usesTheLastOfSeveralHeaders() {
        assertThat(RetryAfter.read(Headers.of("Retry-After", "5", "retry-after", "7"), NOW))
                .contains(Duration.ofSeconds(7));
    }

    @Property
    void acceptsAnyText(@ForAll @StringLength(max = 70) @CharRange(from = ' ', to = 'ÿ') String value) {
        assertThat(RetryAfter.read(headers(value), NOW).orElse(Duration.ofSeconds(1)))
                .isPositive();
    }

    private static Headers headers(String value) {
        return new Headers.Builder().addUnsafeNonAscii("Retry-After", value).build();
    }
}
