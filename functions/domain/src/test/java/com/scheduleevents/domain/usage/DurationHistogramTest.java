package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {

    @Property
    void percentileIsAtMostAFifthTooLarge(
            @ForAll @Size(min = 1, max = 50) List<@LongRange(max = 30_000) Long> millis,
            @ForAll @IntRange(min = 1, max = 100) int percent) {
        long exact = millis.stream()
                .sorted()
                .skip(Math.ceilDiv(millis.size() * percent, 100) - 1L)
                .findFirst()
                .orElseThrow();

        long found = all(millis.stream().mapToLong(Long::longValue))
                .percentile(percent)
                .orElseThrow();

        assertThat(found).isBetween(exact, Math.max(exact + 1, exact * 6 / 5));
    }

    @Test
    void whatWasAddedUpIsWhatWasCountedTogether() {
        DurationHistogram one = all(LongStream.range(0, 300));
        DurationHistogram other = all(LongStream.range(250, 900));

        assertThat(one.plus(other))
                .isEqualTo(all(LongStream.concat(LongStream.range(0, 300), LongStream.range(250, 900))));
    }

    @Test
    void withoutResponsesThereIsNoPercentile() {
        assertThat(DurationHistogram.NONE.percentile(50)).isEmpty();
    }

    @Test
    void longestTimesAreCountedToo() {
        assertThat(all(LongStream.of(3_600_000)).percentile(99).orElseThrow()).isBetween(45_000L, 60_000L);
    }

    private static DurationHistogram all(LongStream millis) {
        return millis.mapToObj(each -> DurationHistogram.of(Duration.ofMillis(each)))
                .reduce(DurationHistogram.NONE, DurationHistogram::plus);
    }
}
