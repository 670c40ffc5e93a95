package com.scheduleevents.domain.rate;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.rate.LeasedTokens.Quota;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** One environment that has the shared bucket to itself. */
class LeasedTokensTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    private final List<Long> taken = new ArrayList<>();
    private TokenBucket bucket = TokenBucket.full(NOW);
    private final SharedTokens shared = (limit, tokens, required, seen, now) -> {
        boolean enough = !bucket.timeOf(limit.rate(), required).isAfter(now);
        if (enough) {
            taken.add(tokens);
            bucket = bucket.without(limit.rate(), tokens, now);
        }
        return new SharedTokens.Taken(enough, bucket);
    };

    @Test
    void allowsABurstOfTwoSecondsAndThenOneRequestAtATime() {
        LeasedTokens lease = lease(2);
        for (int left = 3; left >= 0; left--) {
            assertThat(lease.pay(1, NOW)).isZero();
            assertThat(lease.quota(NOW).left()).isEqualTo(left);
        }
        assertThat(lease.pay(1, NOW)).isEqualTo(Duration.ofSeconds(1));
        assertThat(lease.quota(NOW)).isEqualTo(new Quota(0, Duration.ofSeconds(2)));
        assertThat(lease.pay(1, NOW.plusMillis(999))).isEqualTo(Duration.ofMillis(1));
        assertThat(lease.pay(1, NOW.plusSeconds(1))).isZero();
        assertThat(lease.quota(NOW.plusSeconds(60)).left()).isEqualTo(4);
    }

    @Test
    void addsWhatWasUsedWithoutACallToTheNextLease() {
        LeasedTokens lease = lease(100);
        for (int i = 0; i < 21; i++) {
            lease.pay(1, NOW);
        }
        assertThat(taken).containsExactly(20L + LeasedTokens.BLOCK);
        // What was used long ago has come back.
        lease = lease(100);
        bucket = TokenBucket.full(NOW);
        taken.clear();
        for (int i = 0; i < 10; i++) {
            lease.pay(1, NOW);
        }
        for (int i = 0; i < 21; i++) {
            lease.pay(1, NOW.plusSeconds(60));
        }
        assertThat(taken).containsExactly(20L + LeasedTokens.BLOCK);
    }

    @Test
    void paysForWaitingWithACallHoweverLittleItIs() {
        LeasedTokens lease = lease(100);
        assertThat(lease.payShared(1, NOW)).isZero();
        assertThat(taken).containsExactly(25L);
        assertThat(lease.payShared(24, NOW)).isZero();
        assertThat(taken).hasSize(1);
        bucket = new TokenBucket(NOW.plusSeconds(60));
        assertThat(lease.payShared(1, NOW)).isPositive();
    }

    @Test
    void losesTokensThatItDoesNotUse() {
        LeasedTokens lease = lease(20);
        for (int i = 0; i < 5; i++) {
            lease.pay(1, NOW);
        }
        assertThat(lease.quota(NOW).left()).isEqualTo(35);
        bucket = new TokenBucket(NOW.plusSeconds(60));
        Instant later = NOW.plus(LeasedTokens.LEASE);
        for (int i = 0; i < 4; i++) {
            assertThat(lease.pay(1, later)).isZero();
        }
        assertThat(lease.pay(1, later)).isEqualTo(Duration.between(later, NOW.plusSeconds(59)));
    }

    @Test
    void asksLessAndLessOftenWhileOthersAreFaster() {
        LeasedTokens lease = lease(20);
        lease.pay(5, NOW);
        List<Duration> waits = new ArrayList<>();
        Instant now = NOW.plus(LeasedTokens.LEASE);
        for (int i = 0; i < 8; i++) {
            bucket = new TokenBucket(now.plusSeconds(2));
            lease.pay(5, now);
            waits.add(lease.pay(1, now));
            now = now.plus(waits.getLast());
        }
        assertThat(waits.getFirst()).isEqualTo(Duration.ofSeconds(1));
        assertThat(waits).isSorted().endsWith(LeasedTokens.LONGEST_PAUSE);
    }

    @Test
    void paysForARequestThatCostsMoreThanABurstAndWaitsForTheRest() {
        LeasedTokens lease = lease(20);
        assertThat(lease.pay(100, NOW)).isZero();
        assertThat(lease.quota(NOW)).isEqualTo(new Quota(0, Duration.ofSeconds(5)));
        assertThat(lease.pay(1, NOW)).isEqualTo(Duration.ofSeconds(4));
        assertThat(lease.pay(1, NOW.plusSeconds(4))).isZero();
    }

    @Test
    void chargesWhatARequestTurnedOutToCost() {
        LeasedTokens lease = lease(20);
        lease.pay(1, NOW);
        lease.charge(200, NOW);
        assertThat(taken).containsExactly(201L);
        assertThat(lease.quota(NOW)).isEqualTo(new Quota(0, Duration.ofMillis(10_050)));
        assertThat(lease.pay(1, NOW)).isEqualTo(Duration.ofMillis(9_050));
    }

    @Test
    void chargesALittleWithoutACall() {
        LeasedTokens lease = lease(100);
        lease.pay(1, NOW);
        lease.charge(9, NOW);
        assertThat(taken).isEmpty();
        assertThat(lease.quota(NOW).left()).isEqualTo(190);
    }

    @Test
    void grantsEverythingForAWhileWhenTheBucketCannotBeReached() {
        LeasedTokens lease = lease(1);
        lease.pay(2, NOW);
        assertThat(lease.pay(1, NOW)).isPositive();
        lease.stopChecking(NOW);
        assertThat(lease.pay(100, NOW.plusSeconds(9))).isZero();
        assertThat(lease.pay(1, NOW.plus(LeasedTokens.UNCHECKED).plusMillis(1))).isZero();
        assertThat(lease.pay(2, NOW.plus(LeasedTokens.UNCHECKED).plusMillis(2))).isPositive();
    }

    /** The header of a response tells a client how many more requests will be granted at once, and no other figure is true. */
    @Property
    void grantsAsManyMoreRequestsAsItSaysAreLeft(
            @ForAll @IntRange(min = 1, max = 400) int perSecond,
            @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 700) Integer> pauses) {
        LeasedTokens lease = lease(perSecond);
        bucket = TokenBucket.full(NOW);
        Instant now = NOW;
        for (int pause : pauses) {
            now = now.plusMillis(pause);
            lease.pay(1 + pause % 3, now);
        }
        long left = lease.quota(now).left();
        for (long i = 0; i < left; i++) {
            assertThat(lease.pay(1, now)).isZero();
        }
    }

    @Property
    void neverGrantsMoreThanTheRateAndOneBucketInAnyInterval(
            @ForAll @IntRange(min = 1, max = 60) int perSecond,
            @ForAll @Size(min = 1, max = 120) List<@IntRange(max = 120) Integer> pauses) {
        Rate rate = new Rate(perSecond);
        LeasedTokens lease = lease(perSecond);
        bucket = TokenBucket.full(NOW);
        Instant now = NOW;
        List<Instant> granted = new ArrayList<>();
        for (int pause : pauses) {
            now = now.plusMillis(pause);
            Duration wait = lease.pay(1, now);
            if (wait.isZero()) {
                granted.add(now);
            } else {
                assertThat(lease.pay(1, now)).isEqualTo(wait);
            }
        }
        for (int from = 0; from < granted.size(); from++) {
            for (int to = from; to < granted.size(); to++) {
                double seconds =
                        Duration.between(granted.get(from), granted.get(to)).toNanos() / 1e9;
                // Twice: a lease that is older than the interval may be used in it.
                assertThat(to - from + 1).isLessThanOrEqualTo((int) (seconds * perSecond) + 2 * rate.burst());
            }
        }
    }

    private LeasedTokens lease(int perSecond) {
        return new LeasedTokens(RateLimit.of(new AccountId("acc_1"), new Rate(perSecond)), shared, NOW);
    }
}
