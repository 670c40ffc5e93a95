package com.scheduleevents.domain.rate;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clients and execution environments in virtual time: an environment handles one request at a time, a request goes to any environment
 * that is free, and all of them share one bucket.
 */
class SharedRateModelTest {

    private static final Instant START = Instant.parse("2026-11-21T09:30:00Z");
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

    private final Random random = new Random(7);
    private final OneBucket shared = new OneBucket();
    private int requests;
    private int granted;

    /** At 20 a second and 20 environments, each environment's tenth of two seconds' worth (4) is what may pass in addition. */
    @ParameterizedTest(name = "{0} a second, {1} clients, {2} environments, {3} ms a request")
    @CsvSource({
        "20, 24, 20, 5", "20, 24, 20, 10", "20, 24, 20, 20", "20, 24, 20, 50", "20, 24, 20, 100",
        "20, 24, 5, 10", "20, 24, 1, 10", "100, 24, 20, 10", "100, 24, 20, 20", "1000, 100, 50, 5"
    })
    void clientsThatHammerGetTheLimitAndCostOneCallInTwentyFiveRequests(
            int perSecond, int clients, int environments, int millis) {
        run(new Rate(perSecond), clients, environments, Duration.ofMillis(millis), Duration.ZERO);

        double allowed = perSecond * (double) HALF_A_MINUTE.toSeconds();
        assertThat(granted).isBetween((int) (0.9 * allowed), (int) (1.3 * allowed));
        assertThat(shared.calls).isPositive();
        assertThat(LeasedTokens.BLOCK * shared.calls).isLessThanOrEqualTo(requests);
    }

    @ParameterizedTest(name = "{0} a second, {1} environments, {2} ms between requests")
    @CsvSource({"20, 1, 560", "20, 20, 560", "100, 1, 115", "100, 20, 115", "1000, 1, 15", "1, 1, 10500"})
    void accountBelowATenthOfItsLimitCostsNoCall(int perSecond, int environments, int pause) {
        run(new Rate(perSecond), 1, environments, Duration.ofMillis(1), Duration.ofMillis(pause));

        assertThat(granted).isEqualTo(requests).isPositive();
        assertThat(shared.calls).isZero();
    }

    /** More than a tenth in every environment, and less than the limit in all of them. */
    @Test
    void accountBelowItsLimitIsNeverRefused() {
        run(new Rate(100), 4, 4, Duration.ofMillis(5), Duration.ofMillis(45));

        assertThat(granted).isEqualTo(requests).isGreaterThan(2000);
        assertThat(LeasedTokens.BLOCK * shared.calls).isPositive().isLessThanOrEqualTo(requests);
    }

    /** Each request occupies its environment while it waits, so that no environment ever sees much of the account. */
    @ParameterizedTest(name = "requests that wait {0} s")
    @CsvSource({"1", "4", "20"})
    void waitingIsLimitedHoweverManyEnvironmentsItIsSpreadOver(int seconds) {
        RateLimit limit = RateLimit.of(new AccountId("acc_1"), new Rate(100));
        PriorityQueue<Waiting> waits = new PriorityQueue<>(Comparator.comparing(Waiting::at));
        for (int i = 0; i < 100; i++) {
            waits.add(new Waiting(START.plusMillis(i), new LeasedTokens(limit, shared, START), 0));
        }
        Duration pause = Duration.ofMillis(500);
        Duration waited = Duration.ZERO;
        while (waits.element().at().isBefore(START.plus(HALF_A_MINUTE))) {
            Waiting next = waits.remove();
            boolean begins = next.pauses() == 0;
            LeasedTokens environment = next.environment();
            if ((begins && environment.pay(1, next.at()).isPositive())
                    || environment.payShared(2, next.at()).isPositive()) {
                waits.add(new Waiting(next.at().plusMillis(20), environment, 0));
                continue;
            }
            waited = waited.plus(pause);
            waits.add(new Waiting(next.at().plus(pause), environment, (next.pauses() + 1) % (2 * seconds)));
        }

        long allowed = 100 / 4 * HALF_A_MINUTE.toSeconds();
        assertThat(waited.toSeconds()).isBetween(allowed / 4, allowed * 13 / 10);
    }

    private void run(Rate rate, int clients, int environments, Duration service, Duration pause) {
        RateLimit limit = RateLimit.of(new AccountId("acc_1"), rate);
        List<LeasedTokens> free = new ArrayList<>();
        for (int i = 0; i < environments; i++) {
            free.add(new LeasedTokens(limit, shared, START));
        }
        PriorityQueue<Step> steps = new PriorityQueue<>(Comparator.comparing(Step::at));
        for (int i = 0; i < clients; i++) {
            steps.add(new Step(START.plusMillis(i), Optional.empty()));
        }
        int waiting = 0;
        while (steps.element().at().isBefore(START.plus(HALF_A_MINUTE))) {
            Step step = steps.remove();
            if (step.done().isPresent()) {
                free.add(step.done().get());
                steps.add(new Step(step.at().plus(pause), Optional.empty()));
            } else {
                waiting++;
            }
            while (waiting > 0 && !free.isEmpty()) {
                waiting--;
                LeasedTokens environment = free.remove(random.nextInt(free.size()));
                request(environment, step.at());
                steps.add(new Step(step.at().plus(varied(service)), Optional.of(environment)));
            }
        }
    }

    private void request(LeasedTokens environment, Instant now) {
        requests++;
        granted += environment.pay(1, now).isZero() ? 1 : 0;
    }

    /** One in fifty takes long: an environment that sees nothing for a while must not think that its account is quiet. */
    private Duration varied(Duration time) {
        return time.multipliedBy(random.nextInt(50) == 0 ? 4000 : 50 + random.nextInt(100))
                .dividedBy(100);
    }

    /**
     * What happens next.
     *
     * @param done the environment that has handled a request; empty when a client makes one
     */
    private record Step(Instant at, Optional<LeasedTokens> done) {}

    /**
     * The next pause of a request that waits.
     *
     * @param pauses how many pauses it has made; 0 when it begins
     */
    private record Waiting(Instant at, LeasedTokens environment, int pauses) {}

    /** The shared bucket. */
    private static final class OneBucket implements SharedTokens {

        private TokenBucket bucket = TokenBucket.full(START);
        private int calls;

        @Override
        public Taken take(RateLimit limit, long tokens, long required, TokenBucket seen, Instant now) {
            calls++;
            boolean enough = !bucket.timeOf(limit.rate(), required).isAfter(now);
            if (enough) {
                bucket = bucket.without(limit.rate(), tokens, now);
            }
            return new Taken(enough, bucket);
        }
    }
}
