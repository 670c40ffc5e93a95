package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.delivery.RetrySchedule.Next;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class RetryScheduleTest {

    private static final String WAITS = "PT10S,PT1M,PT5M,PT15M,PT30M,PT1H,PT2H,PT4H,PT6H";
    private static final RetrySchedule SCHEDULE = RetrySchedule.parse(WAITS, "PT24H");
    private static final Instant FIRST = Instant.parse("2026-11-21T00:00:00Z");
    private static final Instant END = FIRST.plus(Duration.ofHours(24));

    /** The whole life of a delivery that always fails, whatever the jitter and however long each attempt takes. */
    @Property
    void elevenAttemptsTheLastAtTheEndOfTheWindowExactly(
            @ForAll long seed, @ForAll @IntRange(max = 5_000) int tookMillis) {
        Random random = new Random(seed);
        List<Instant> attempts = new ArrayList<>(List.of(FIRST));
        Next next = after(1, FIRST.plusMillis(tookMillis), random);
        while (next instanceof Next.Again(int attempt, Instant at)) {
            assertThat(attempt).isEqualTo(attempts.size() + 1);
            attempts.add(at);
            next = after(attempt, at.plusMillis(tookMillis), random);
        }

        assertThat(attempts).hasSize(11).isSorted();
        assertThat(attempts.getLast()).isEqualTo(END);
    }

    @Property
    void aWaitIsAtMostTenPercentOff(@ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int attempt) {
        Duration wait = Duration.parse(WAITS.split(",", -1)[attempt - 1]);
        Next.Again again = (Next.Again) after(attempt, FIRST, new Random(seed));

        assertThat(Duration.between(FIRST, again.notBefore()).toMillis())
                .isBetween(wait.toMillis() * 9 / 10, wait.toMillis() * 11 / 10);
    }

    @Test
    void jitterIsNotAlwaysTheSame() {
        assertThat(after(1, FIRST, new Random(1))).isNotEqualTo(after(1, FIRST, new Random(2)));
    }

    @Test
    void noWaitGoesBeyondTheWindow() {
        Instant late = END.minusSeconds(1);

        assertThat(after(3, late, new Random(1))).isEqualTo(new Next.Again(4, END));
    }

    @Test
    void whatFailsAtTheEndOfTheWindowIsGivenUp() {
        assertThat(after(11, END, new Random(1))).isInstanceOf(Next.GiveUp.class);
        assertThat(after(4, END, new Random(1))).isInstanceOf(Next.GiveUp.class);
        assertThat(after(4, END.minusMillis(1), new Random(1))).isInstanceOf(Next.Again.class);
    }

    @Test
    void aScheduleThatIsNoneIsRefused() {
        assertThatThrownBy(() -> RetrySchedule.parse("PT10S,PT0S", "PT24H"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RetrySchedule.parse("PT10S", "-PT1H")).isInstanceOf(IllegalArgumentException.class);
    }

    private static Next after(int attempt, Instant now, Random random) {
        return SCHEDULE.after(attempt, FIRST, now, random);
    }
}
