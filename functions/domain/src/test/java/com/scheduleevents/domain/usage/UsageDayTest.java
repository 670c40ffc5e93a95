package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageDayTest {

    private static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();

    @ParameterizedTest
    @ValueSource(
            strings = {"", "2026-11-1", "2026-02-30", "20261118", "2026-11-18Z", "1969-12-31", "+2026-11-18", "today"})
    void whatIsNoDayIsNone(String text) {
        assertThat(UsageDay.parse(text)).isEmpty();
    }

    @Test
    void itBeginsAndEndsAtMidnightOfUtc() {
        Instant start = Instant.parse("2026-11-18T00:00:00Z");
        assertThat(UsageDay.of(start)).isEqualTo(DAY);
        assertThat(UsageDay.of(start.minusMillis(1))).isEqualTo(DAY.plus(-1));
        assertThat(UsageDay.of(DAY.end().minusMillis(1))).isEqualTo(DAY);
        assertThat(UsageDay.of(DAY.end())).isEqualTo(DAY.plus(1));
    }

    @Test
    void itsEventsAreThoseOfItsMillisecondsAlone() {
        var range = DAY.after(Optional.empty()).orElseThrow();
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            assertThat(EventId.mint(DAY.start(), random)).isBetween(range.oldest(), range.newest());
            assertThat(EventId.mint(DAY.end().minusMillis(1), random)).isBetween(range.oldest(), range.newest());
            assertThat(EventId.mint(DAY.start().minusMillis(1), random)).isLessThan(range.oldest());
            assertThat(EventId.mint(DAY.end(), random)).isGreaterThan(range.newest());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-18T23:59:59Z, false",
        "2026-11-19T01:30:00Z, false",
        "2026-11-20T23:59:59Z, false",
        "2026-11-21T00:00:00Z, true",
        "2026-12-31T00:00:00Z, true",
    })
    void itIsSettledWhenTheLastAttemptOfAMovedWebhookIsMade(Instant counted, boolean settled) {
        assertThat(DAY.isSettledAt(counted)).isEqualTo(settled);
        // An attempt a day after the first, and another day since the webhook was moved just before.
        Instant last = DAY.end().plus(Duration.ofDays(2));
        assertThat(DAY.isSettledAt(last)).isTrue();
    }

    @Test
    void theNightCountsYesterdayAndTheDaysThatAreThenSettled() {
        Instant night = Instant.parse("2026-11-21T01:30:00Z");
        assertThat(UsageDay.countedIn(night))
                .containsExactly(DAY.plus(2), DAY, DAY.plus(-1), DAY.plus(-2), DAY.plus(-3), DAY.plus(-4));
        assertThat(DAY.isSettledAt(night)).isTrue();
        assertThat(DAY.plus(1).isSettledAt(night)).isFalse();
    }

    @Test
    void itCanBeCountedWhileItsFirstEventCanBeRead() {
        Duration retention = Duration.ofDays(90);
        assertThat(DAY.isReadable(DAY.start().plus(retention), retention)).isTrue();
        assertThat(DAY.isReadable(DAY.start().plus(retention).plusMillis(1), retention))
                .isFalse();
    }

    @Test
    void aCursorIsReadAsItIsWritten() {
        UsageKey key = new UsageKey(DAY, new ClinicId("cln_a_b-c"));
        assertThat(UsageKey.parse(key.text())).contains(key);
        assertThat(key.text()).isEqualTo("2026-11-18_cln_a_b-c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "2026-11-18", "2026-11-18_", "2026-11-18_acc_1", "2026-11-18#cln_1", "2026-02-30_cln_1"})
    void whatIsNoCursorIsNone(String text) {
        assertThat(UsageKey.parse(text)).isEmpty();
    }
}
