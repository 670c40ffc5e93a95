package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.A_HANG;
import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The limit of concurrent attempts per host. */
class PerHostLimiterTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final int PER_HOST = 4;
    private static final int BATCH = 10;

    private final PerHostLimiter limiter = new PerHostLimiter(PER_HOST);

    /** Times attempts; it stands still unless a test moves it. */
    private final AtomicLong nanoTime = new AtomicLong();

    private final HttpsReceivers receivers = new HttpsReceivers(
            host -> List.of(InetAddress.getLoopbackAddress()),
            Attempts.LOOPBACK,
            Attempts.AUTHORITY.certificatePem(),
            limiter,
            InstantSource.fixed(Attempts.NOW),
            nanoTime::get,
            Duration.ofSeconds(2));

    @Test
    void limitsConcurrentAttemptsToOneHost() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier pair = new CyclicBarrier(2);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                TestReceiver receiver = Attempts.afterTheRequest(connection -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    await(pair);
                    now.decrementAndGet();
                    connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
                })) {
            List<AttemptOutcome> outcomes = threads
                    .invokeAll(IntStream.range(0, BATCH)
                            .mapToObj(i -> attempt(receiver.url(HOST), PATIENT))
                            .toList())
                    .stream()
                    .map(Future::resultNow)
                    .toList();

            assertThat(most.get()).isBetween(2, PER_HOST);
            assertThat(outcomes).hasSize(BATCH).allMatch(AttemptOutcome::succeeded);
        }
    }

    private static void await(CyclicBarrier pair) throws InterruptedException {
        try {
            pair.await();
        } catch (BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void waitingDoesNotCountTowardsTheTimeout() throws Exception {
        CountDownLatch respond = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                TestReceiver receiver = Attempts.afterTheRequest(connection -> {
                    respond.await();
                    connection.write("HTTP/1.1 204 No Content\r\n\r\n");
                })) {
            start(threads, PER_HOST, receiver.url(HOST));
            Awaitility.await().atMost(A_HANG).until(() -> receiver.connections() == PER_HOST);
            Future<AttemptOutcome> late = threads.submit(attempt(receiver.url(HOST), PATIENT));
            Awaitility.await().atMost(A_HANG).until(() -> limiter.waiting() == 1);
            assertThat(receiver.connections()).isEqualTo(PER_HOST);

            nanoTime.addAndGet(A_HANG.toNanos());
            respond.countDown();
            AttemptOutcome outcome = late.get(2, TimeUnit.MINUTES);
            assertThat(outcome.succeeded()).isTrue();
            // What times an attempt out is the clock that measures its duration.
            assertThat(outcome.duration()).isZero();
        }
    }

    @Test
    void doesNotDelayAttemptsToOtherHosts() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        var other = Attempts.tls(Attempts.certificateFor("other.example").build());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                TestReceiver hanging = Attempts.afterTheRequest(connection -> over.await());
                TestReceiver healthy = TestReceiver.start(other.getServerSocketFactory(), connection -> {
                    connection.readRequest();
                    connection.write("HTTP/1.1 204 No Content\r\n\r\n");
                })) {
            start(threads, BATCH, hanging.url(HOST));
            Awaitility.await().atMost(A_HANG).until(() -> hanging.connections() == PER_HOST);
            assertThat(receivers
                            .attempt(request(healthy.url("other.example"), PATIENT))
                            .succeeded())
                    .isTrue();
            over.countDown();
        }
    }

    /** Where all receivers are behind one host name, one account's that hang leave the others theirs. */
    @Test
    void attemptsOfAnotherAccountDoNotWaitBehindThoseThatHang() {
        try (Held hanging = new Held("acc_hangs")) {
            await(() -> limiter.waiting() == BATCH - PER_HOST && hanging.turns.get() == PER_HOST);

            limiter.turn(new AccountId("acc_healthy"), HOST).close();

            assertThat(hanging.turns.get()).isEqualTo(PER_HOST);
        }
        await(() -> limiter.busyHosts() == 0);
    }

    @Test
    void accountsTogetherMakeFourTimesAsManyAttemptsAndNoneOfThemMoreThanItsOwn() {
        List<Held> held = Stream.of("acc_1", "acc_2", "acc_3", "acc_4", "acc_5", "acc_6")
                .map(Held::new)
                .toList();
        int all = BATCH * held.size();
        int most = PER_HOST * PerHostLimiter.ACCOUNTS;
        await(() -> limiter.waiting() == all - most && turns(held) == most);
        assertThat(held).allMatch(one -> one.turns.get() <= PER_HOST);

        // What one account gives back goes to those that wait, whether or not its own others wait behind them.
        Held first = held.stream()
                .filter(one -> one.turns.get() == PER_HOST)
                .findFirst()
                .orElseThrow();
        first.close();
        List<Held> others = held.stream().filter(one -> one != first).toList();
        await(() -> turns(others) == most);
        assertThat(others).allMatch(one -> one.turns.get() <= PER_HOST);
        held.forEach(Held::close);
        await(() -> limiter.busyHosts() == 0);
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(A_HANG).until(condition);
    }

    private static int turns(List<Held> held) {
        return held.stream().mapToInt(one -> one.turns.get()).sum();
    }

    /** A batch of one account's attempts that take a turn, each on a thread of its own, and keep it. */
    private final class Held implements AutoCloseable {

        private final AtomicInteger turns = new AtomicInteger();
        private final CountDownLatch over = new CountDownLatch(1);

        Held(String account) {
            for (int i = 0; i < BATCH; i++) {
                Thread.startVirtualThread(() -> takeTurn(new AccountId(account)));
            }
        }

        private void takeTurn(AccountId account) {
            try (var _ = limiter.turn(account, HOST)) {
                turns.incrementAndGet();
                over.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            over.countDown();
        }
    }

    @Test
    void forgetsHostsWithoutAttempts() throws Exception {
        PerHostLimiter alone = new PerHostLimiter(1);
        try (var _ = alone.turn(ACCOUNT, "a.example");
                var _ = alone.turn(ACCOUNT, "b.example")) {
            Thread waiting = Thread.ofVirtual().start(() -> enterAndLeave(alone));
            Awaitility.await().atMost(A_HANG).until(() -> alone.waiting() == 1);
            waiting.interrupt();
            waiting.join();
            assertThat(alone.busyHosts()).isEqualTo(2);
        }
        assertThat(alone.busyHosts()).isZero();
    }

    @Test
    void rejectsALimitBelowOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PerHostLimiter(0))
                .withMessageContaining("at least 1");
    }

    private static void enterAndLeave(PerHostLimiter alone) {
        try (var _ = alone.turn(ACCOUNT, "a.example")) {
            throw new AssertionError("there was no place");
        } catch (IllegalStateException asPlanned) {
            return; // it was interrupted
        }
    }

    private void start(ExecutorService threads, int attempts, String url) {
        for (int i = 0; i < attempts; i++) {
            threads.execute(() -> atItsTurn(url, PATIENT));
        }
    }

    private Callable<AttemptOutcome> attempt(String url, Duration timeout) {
        return () -> atItsTurn(url, timeout);
    }

    private AttemptOutcome atItsTurn(String url, Duration timeout) {
        try (var _ = receivers.turn(ACCOUNT, url)) {
            return receivers.attempt(request(url, timeout));
        }
    }
}
