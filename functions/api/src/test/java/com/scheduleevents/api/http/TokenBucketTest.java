package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.api.http.TokenBucket.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    @Test
    void allowsABurstOfTwoSecondsAndThenOneRequestAtATime() {
        Rate rate = new Rate(2);
        TokenBucket bucket = TokenBucket.full(NOW);
        for (int left = 3; left >= 0; left--) {
            Draw draw = bucket.draw(rate, NOW);
            assertThat(draw.granted()).isTrue();
            assertThat(draw.left()).isEqualTo(left);
            assertThat(draw.untilNext()).isZero();
            bucket = draw.after();
        }
        Draw refused = bucket.draw(rate, NOW);
        assertThat(refused.granted()).isFalse();
        assertThat(refused.left()).isZero();
        assertThat(refused.untilNext()).isEqualTo(Duration.ofMillis(500));
        assertThat(refused.untilFull()).isEqualTo(Duration.ofSeconds(2));
        assertThat(refused.after()).isEqualTo(bucket);

        assertThat(bucket.draw(rate, NOW.plusMillis(499)).granted()).isFalse();
        Draw next = bucket.draw(rate, NOW.plusMillis(500));
        assertThat(next.granted()).isTrue();
        assertThat(next.after().draw(rate, NOW.plusMillis(500)).granted()).isFalse();
        assertThat(next.after().draw(rate, NOW.plusSeconds(60)).left()).isEqualTo(3);
    }

    @Property
    void neverAllowsMoreThanTheRateAndOneBucketInAnyInterval(
            @ForAll @IntRange(min = 1, max = 20) int perSecond,
            @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 700) Integer> pauses) {
        Rate rate = new Rate(perSecond);
        List<Instant> granted = new ArrayList<>();
        Instant now = NOW;
        TokenBucket bucket = TokenBucket.full(NOW);
        for (int pause : pauses) {
            now = now.plusMillis(pause);
            Draw draw = bucket.draw(rate, now);
            if (draw.granted()) {
                granted.add(now);
            } else {
                assertThat(bucket.draw(rate, now.plus(draw.untilNext())).granted())
                        .isTrue();
            }
            bucket = draw.after();
        }
        for (int from = 0; from < granted.size(); from++) {
            for (int to = from; to < granted.size(); to++) {
                double seconds =
                        Duration.between(granted.get(from), granted.get(to)).toMillis() / 1000.0;
                assertThat(to - from + 1)
                        .isLessThanOrEqualTo((int) Math.floor(seconds * perSecond + 1e-6) + rate.burst());
            }
        }
        assertThat(granted).isNotEmpty();
    }

    @Test
    void allowsRequestsAfterTheClockWasSetBack() {
        Rate rate = new Rate(1);
        Draw draw = new TokenBucket(NOW.plus(Duration.ofDays(365))).draw(rate, NOW);
        assertThat(draw.granted()).isFalse();
        assertThat(draw.untilNext()).isEqualTo(Duration.ofSeconds(1));
        assertThat(draw.after().draw(rate, NOW.plusSeconds(1)).granted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 10_001})
    void rejectsARateOutOfBounds(int perSecond) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Rate(perSecond));
    }
}
