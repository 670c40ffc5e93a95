package com.scheduleevents.domain.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
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
        "2026-11-21T09:30:00.123456789Z, 2026-11-21T09:30:00.123456789Z",
        "2028-02-29T00:00:00Z, 2028-02-29T00:00:00Z",
    })
    void anyOffsetComesInAndUtcGoesOut(String text, String out) {
        assertThat(Timestamps.parse(text).map(Timestamps::format)).contains(out);
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
                "2026-11-21T09:30:00+19:00",
                "2026-11-21T09:30:00.Z",
                "2026-11-21T09:30:00.1234567890Z",
                "+12026-11-21T09:30:00Z",
                "0000-01-01T00:00:00+01:00",
                "٢٠٢٦-11-21T09:30:00Z",
                "1795253400",
            })
    void anythingElseIsNoTimestamp(String text) {
        assertThat(Timestamps.parse(text)).isEmpty();
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
