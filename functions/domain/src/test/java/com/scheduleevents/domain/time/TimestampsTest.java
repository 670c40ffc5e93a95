package com.scheduleevents.domain.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T09:30:00Z, 2026-11-21T09:30:00Z",
        "2026-11-21t09:30:00z, 2026-11-21T09:30:00Z",
        "2026-11-21T10:30:00+01:00, 2026-11-21T09:30:00Z",
        "2026-11-21T00:30:00+01:00, 2026-11-20T23:30:00Z",
        "2026-11-21T09:30:00-00:00, 2026-11-21T09:30:00Z",
        "2026-11-21T09:30:00.5Z, 2026-11-21T09:30:00.500Z",
        "2026-11-21T09:30:00.123456789Z, 2026-11-21T09:30:00.123Z",
        "2028-02-29T00:00:00Z, 2028-02-29T00:00:00Z",
        "2026-11-21T09:30:00+23:59, 2026-11-20T09:31:00Z",
        "2026-11-21T09:30:00-23:59, 2026-11-22T09:29:00Z",
        "2026-11-21T09:30:00-18:01, 2026-11-22T03:31:00Z",
        "2026-11-21T09:30:00.1239999999999999z, 2026-11-21T09:30:00.123Z",
        "1969-12-31T23:59:59.9999999999+00:00, 1969-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59.9999999999Z, 9999-12-31T23:59:59.999Z",
        "9999-12-31T00:00:00-23:59, 9999-12-31T23:59:00Z",
    })
    void anyOffsetComesInAndUtcGoesOut(String text, String out) {
        assertThat(Timestamps.parse(text).map(Timestamps::format)).contains(out);
    }

    @Test
    void anyNumberOfDecimalsIsRead() {
        String text = "2026-11-21T09:30:00." + "9".repeat(100_000) + "+01:00";
        assertThat(Timestamps.parse(text)).contains(Instant.parse("2026-11-21T08:30:00.999Z"));
        assertThat(Timestamps.parseBound(text)).contains(Instant.parse("2026-11-21T08:30:01Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T09:30:00.123456789Z, 2026-11-21T09:30:00.123456789Z",
        "2026-11-21T09:30:00.1234567890Z, 2026-11-21T09:30:00.123456789Z",
        "2026-11-21T09:30:00.12345678900001Z, 2026-11-21T09:30:00.123456790Z",
        "2026-11-21T09:30:00.0000000001Z, 2026-11-21T09:30:00.000000001Z",
        "2026-11-21T10:30:00.999999999999+01:00, 2026-11-21T09:30:01Z",
    })
    void aBoundLosesNothing(String text, Instant bound) {
        assertThat(Timestamps.parseBound(text)).contains(bound);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-11-21",
                "2026-11-21T09:30:00",
                "2026-11-21 09:30:00Z",
                "2026-11-21T09:30Z",
                "2026-02-30T09:30:00Z",
                "2027-02-29T09:30:00Z",
                "2026-11-21T24:00:00Z",
                "2026-11-21T25:00:00Z",
                "2026-11-21T09:30:00+0100",
                "2026-11-21T09:30:00+24:00",
                "2026-11-21T09:30:00-23:60",
                "2026-11-21T09:30:00+1:00",
                "2026-11-21T09:30:60Z",
                "2026-11-21T09:30:00+01",
                "2026-11-21T09:30:00.Z",
                "2026-11-21T09:30:00.123456789",
                "2026-11-21T09:30:00,5Z",
                "9999-12-31T00:01:00-23:59",
                "+12026-11-21T09:30:00Z",
                "0000-01-01T00:00:00+01:00",
                "٢٠٢٦-11-21T09:30:00Z",
                "1795253400",
            })
    void anythingElseIsNoTimestamp(String text) {
        assertThat(Timestamps.parse(text)).isEmpty();
        assertThat(Timestamps.parseBound(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T09:30:00Z, 2026-11-21T09:30:00.000Z",
        "2026-11-21T09:30:00.1239Z, 2026-11-21T09:30:00.123Z",
    })
    void theServicesOwnTimesAreToTheMillisecond(Instant time, String out) {
        assertThat(Timestamps.formatMillis(time)).isEqualTo(out);
    }
}
