package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.delivery.RetrySchedule.FailedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryScheduleTest {

    private static final String WAITS = "PT10S,PT1M,PT5M,PT15M,PT30M,PT1H,PT2H,PT4H,PT6H";
    private static final RetrySchedule SCHEDULE = RetrySchedule.parse(WAITS, "PT24H");
    private static final Instant FIRST = Instant.parse("2026-11-21T00:00:00Z");
    private static final Instant END = FIRST.plus(Duration.ofHours(24));

    /** The whole life of a delivery that always fails, whatever the jitter and however long each attempt takes. */
    @Property
    void elevenAttemptsTheLastAtTheEndOfTheWindowExactly(
            @ForAll long seed, @ForAll @IntRange(max = 5_000) int tookMillis) {
        assertThat(life(seed, tookMillis, () -> Optional.empty()))
                .hasSize(11)
                .isSorted()
                .endsWith(END);
    }

    @Property
    void whateverReceiversAskForTheLastAttemptIsAtTheEndOfTheWindowExactly(
            @ForAll long seed,
            @ForAll @IntRange(max = 5_000) int tookMillis,
            @ForAll @Size(11) List<@IntRange(min = -1) Integer> asked) {
        Iterator<Integer> seconds = asked.iterator();
        List<Instant> attempts = life(seed, tookMillis, () -> Optional.of(seconds.next())
                .filter(s -> s >= 0)
                .map(Duration::ofSeconds));

        assertThat(attempts).hasSizeBetween(9, 11).isSorted().endsWith(END);
    }

    /** Maintenance pages ask for hours or days, with each response. */
    @ParameterizedTest
    @ValueSource(longs = {3_600, 7_200, 86_400, 999_999, Integer.MAX_VALUE})
    void receiverThatAsksForADayStillGetsNineAttempts(long seconds) {
        for (int seed = 0; seed < 100; seed++) {
            assertThat(life(seed, 5_000, () -> Optional.of(Duration.ofSeconds(seconds))))
                    .hasSizeBetween(9, 11)
                    .isSorted()
                    .endsWith(END);
        }
    }

    @Test
    void whoAskedForADayDoesNotReturnAtTheSameMoment() {
        Optional<Duration> day = Optional.of(Duration.ofDays(1));
        assertThat(after(1, FIRST, FIRST, day, new Random(1))).isNotEqualTo(after(1, FIRST, FIRST, day, new Random(2)));
    }

    /** The last attempt is due at the end of the window, and an hour later it would begin the next retry cycle. */
    @ParameterizedTest
    @CsvSource({"PT1M, PT1H1M", "PT12H, PT13H", "PT24H, PT25H", "PT96H, PT97H"})
    void attemptIsOverdueWhenALastOneCouldNotBeginAnyMore(Duration window, Duration latest) {
        RetrySchedule schedule = new RetrySchedule(List.of(Duration.ofSeconds(10)), window);

        assertThat(schedule.isOverdue(FIRST, FIRST.plus(latest))).isFalse();
        assertThat(schedule.isOverdue(FIRST, FIRST.plus(latest).plusMillis(1))).isTrue();
    }

    private static List<Instant> life(long seed, int tookMillis, Supplier<Optional<Duration>> retryAfter) {
        Random random = new Random(seed);
        List<Instant> attempts = new ArrayList<>(List.of(FIRST));
        Optional<Instant> next = after(1, FIRST, FIRST.plusMillis(tookMillis), retryAfter.get(), random);
        while (next.isPresent()) {
            Instant at = next.get();
            attempts.add(at);
            // What is due while the attempt before it was still under way is made at once.
            next = after(attempts.size(), at, at.plusMillis(tookMillis), retryAfter.get(), random);
        }
        return attempts;
    }

    @ParameterizedTest(name = "after attempt {0}, {1} into the window, asked to wait {2}: {3} to {4} later")
    @CsvSource({
        "1,  PT0S,       PT5S,    PT9S,      PT11S", // shorter than the wait: nothing changes
        "1,  PT0S,       PT60S,   PT60S,     PT66S", // longer: never sooner than asked for, a tenth later at most
        "1,  PT0S,       PT8S,    PT9S,      PT11S",
        "3,  PT10M,      PT50M,   PT50M,     PT55M",
        "3,  PT10M,      PT59M,   PT59M,     PT1H", // at most a 24th of the window
        "3,  PT10M,      PT1H,    PT54M,     PT1H",
        "3,  PT10M,      PT2H,    PT54M,     PT1H",
        "1,  PT0S,       P36500D, PT54M,     PT1H",
        "7,  PT6H,       PT3H,    PT1H48M,   PT2H12M", // or the schedule's own wait, where that is longer
        "3,  PT23H30M,   PT2H,    PT30M,     PT30M", // never beyond the window
        "10, PT14H,      PT60S,   PT10H,     PT10H", // the last attempt has its own time
        "9,  PT8H,       PT60S,   PT5H24M,   PT6H36M"
    })
    void whatAReceiverAsksForLengthensAWait(
            int attempt, Duration into, Duration asked, Duration shortest, Duration longest) {
        Instant now = FIRST.plus(into);
        for (int seed = 0; seed < 100; seed++) {
            Instant next = after(attempt, now, now, Optional.of(asked), new Random(seed))
                    .orElseThrow();
            assertThat(Duration.between(now, next)).isBetween(shortest, longest);
        }
    }

    @Test
    void whoAskedForTheSameMomentDoesNotReturnAtIt() {
        Optional<Duration> hour = Optional.of(Duration.ofHours(1));
        assertThat(after(1, FIRST, FIRST, hour, new Random(1)))
                .isNotEqualTo(after(1, FIRST, FIRST, hour, new Random(2)));
    }

    @Test
    void anAttemptThatBeginsBeforeTheEndIsNeverTheLast() {
        Instant begun = END.minusMillis(1);
        assertThat(after(4, begun, END.plusSeconds(5), Optional.empty(), new Random(1)))
                .isEqualTo(Optional.of(END));
    }

    @Property
    void aWaitIsAtMostTenPercentOff(@ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int attempt) {
        Duration wait = Duration.parse(WAITS.split(",", -1)[attempt - 1]);
        Instant next = after(attempt, FIRST, new Random(seed)).orElseThrow();

        assertThat(Duration.between(FIRST, next).toMillis())
                .isBetween(wait.toMillis() * 9 / 10, wait.toMillis() * 11 / 10);
    }

    @Test
    void jitterIsNotAlwaysTheSame() {
        assertThat(after(1, FIRST, new Random(1))).isNotEqualTo(after(1, FIRST, new Random(2)));
    }

    @Test
    void noWaitGoesBeyondTheWindow() {
        Instant late = END.minusSeconds(1);

        assertThat(after(3, late, new Random(1))).isEqualTo(Optional.of(END));
    }

    @Test
    void whatFailsAtTheEndOfTheWindowIsGivenUp() {
        assertThat(after(11, END, new Random(1))).isEmpty();
        assertThat(after(4, END, new Random(1))).isEmpty();
        assertThat(after(4, END.minusMillis(1), new Random(1))).isPresent();
    }

    @Test
    void aScheduleThatIsNoneIsRefused() {
        assertThatThrownBy(() -> RetrySchedule.parse("PT10S,PT0S", "PT24H"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RetrySchedule.parse("PT10S", "-PT1H")).isInstanceOf(IllegalArgumentException.class);
    }

    private static Optional<Instant> after(int attempt, Instant now, Random random) {
        return after(attempt, now, now, Optional.empty(), random);
    }

    private static Optional<Instant> after(
            int attempt, Instant begun, Instant ended, Optional<Duration> retryAfter, Random random) {
        return SCHEDULE.after(new FailedAttempt(attempt, FIRST, begun, ended, retryAfter), random);
    }
}
