package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventRangeTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:00:00Z");
    private static final Duration RETENTION = Duration.ofDays(90);

    @Test
    void aWalkForwardsSeesWhatIsFromSinceOnAndBeforeUntil() {
        EventRange range = forwards(NOW.minusSeconds(60), NOW, Optional.empty()).orElseThrow();
        assertThat(range.contains(at(NOW.minusSeconds(60)))).isTrue();
        assertThat(range.contains(at(NOW.minusMillis(1)))).isTrue();
        assertThat(range.contains(at(NOW.minusSeconds(60).minusMillis(1)))).isFalse();
        assertThat(range.contains(at(NOW))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-20T13:59:30.000Z, true",
        "2026-11-20T13:59:30.000000000000Z, true",
        "2026-11-20T13:59:30.000000001Z, false",
        "2026-11-20T13:59:30.0000000000001Z, false",
        "2026-11-20T13:59:29.9999999999999Z, true",
        "2026-11-21T13:58:30.0000000000001+23:59, false",
    })
    void aBoundIsComparedInFull(String text, boolean isAtOrAfter) {
        EventId event = at(Instant.parse("2026-11-20T13:59:30Z"));
        Instant bound = Timestamps.parseBound(text).orElseThrow();
        assertThat(forwards(bound, NOW, Optional.empty()).orElseThrow().contains(event))
                .isEqualTo(isAtOrAfter);
        assertThat(forwards(NOW.minusSeconds(60), bound, Optional.empty())
                        .orElseThrow()
                        .contains(event))
                .isEqualTo(!isAtOrAfter);
        assertThat(EventRange.of(NOW, RETENTION, Optional.of(bound), Optional.empty())
                        .orElseThrow()
                        .contains(event))
                .isEqualTo(isAtOrAfter);
    }

    @Test
    void itGoesOnBehindWhatItHasLookedAt() {
        EventId looked = at(NOW.minusSeconds(30));
        EventRange range =
                forwards(NOW.minusSeconds(60), NOW, Optional.of(looked)).orElseThrow();
        assertThat(range.oldest()).isGreaterThan(looked);
        assertThat(range.oldest().predecessor()).contains(looked);
    }

    @Test
    void itNeverSeesWhatIsPastItsRetention() {
        Instant edge = NOW.minus(RETENTION);
        EventId expired = at(edge.minusSeconds(5));
        EventRange range =
                forwards(edge.minusSeconds(9), NOW, Optional.of(expired)).orElseThrow();
        assertThat(range.oldest()).isEqualTo(EventId.firstAtOrAfter(edge));
    }

    @Test
    void itEndsWhereNothingIsLeft() {
        assertThat(forwards(NOW, NOW, Optional.empty())).isEmpty();
        EventId last = EventId.firstAtOrAfter(NOW).predecessor().orElseThrow();
        assertThat(forwards(NOW.minusSeconds(60), NOW, Optional.of(last))).isEmpty();
        assertThat(forwards(NOW.minusSeconds(60), NOW, Optional.of(EventId.LAST)))
                .isEmpty();
    }

    @Test
    void bothEndsAreIncludedAndOneEventIsARange() {
        EventId event = at(NOW);
        EventRange one = new EventRange(event, event);
        assertThat(one.contains(event)).isTrue();
        assertThat(one.olderThan(event)).isEmpty();
        assertThat(new EventRange(event, EventId.LAST)
                        .olderThan(event.successor().orElseThrow()))
                .contains(one);

        EventId first = EventId.firstAtOrAfter(NOW.minus(RETENTION));
        assertThat(EventRange.of(NOW, RETENTION, Optional.empty(), first.successor()))
                .contains(new EventRange(first, first));
        EventId last = EventId.firstAtOrAfter(NOW).predecessor().orElseThrow();
        assertThat(forwards(NOW.minusSeconds(60), NOW, last.predecessor())).contains(new EventRange(last, last));
    }

    private static Optional<EventRange> forwards(Instant since, Instant until, Optional<EventId> after) {
        return EventRange.forwards(NOW, RETENTION, since, until, after);
    }

    private static EventId at(Instant time) {
        return EventId.mint(time, new Random(1));
    }
}
