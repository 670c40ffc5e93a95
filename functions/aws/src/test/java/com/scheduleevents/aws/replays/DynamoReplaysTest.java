package com.scheduleevents.aws.replays;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayProgress;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.samples.AuditSamples;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoReplaysTest extends ReplayStoreContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Random RANDOM = new Random();

    private final ReplayStore store =
            new DynamoReplays(TABLES.dynamoDb(), TABLES.named("ReplaysTable"), TABLES.named("AuditLogTable"));

    @Override
    protected ReplayStore store() {
        return store;
    }

    @Nested
    final class Simulated extends ReplayStoreContract {

        private final ReplayStore simulated = TestWiring.create().auditedReplays();

        @Override
        protected ReplayStore store() {
            return simulated;
        }
    }

    @Nested
    final class WhenResponsesAreLost extends ReplayStoreContract {

        private final ReplayStore losing = new DynamoReplays(
                TABLES.losingResponses(), TABLES.named("ReplaysTable"), TABLES.named("AuditLogTable"));

        @Override
        protected ReplayStore store() {
            return losing;
        }
    }

    @Test
    void recordsTheReplayThatStartsAndNotOneThatDoesNot() {
        AccountId first = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
        AccountId second = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
        store.start(replay(0, Optional.empty()), EXPIRY, AuditSamples.entry(first));
        store.start(replay(1, Optional.empty()), EXPIRY, AuditSamples.entry(second));

        AuditLog log = new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"));
        assertThat(log.newestFirst(first, Optional.empty(), 9)).containsExactly(AuditSamples.entry(first));
        assertThat(log.newestFirst(second, Optional.empty(), 9)).isEmpty();
    }

    @Test
    void recordsTheCancellationThatEndsAReplayAndNoOther() {
        AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
        AccountId late = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
        Replay begun = replay(0, Optional.empty());
        store.start(begun, EXPIRY, AuditSamples.entry(new AccountId("acc_1")));
        Replay cancelled = begun.ended(ReplayEnd.Why.CANCELLED, NOW);
        assertThat(store.cancel(begun, cancelled, AuditSamples.entry(account))).isTrue();
        assertThat(store.cancel(
                        begun, begun.ended(ReplayEnd.Why.CANCELLED, NOW.plusSeconds(1)), AuditSamples.entry(late)))
                .isFalse();

        AuditLog log = new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"));
        assertThat(log.newestFirst(account, Optional.empty(), 9)).containsExactly(AuditSamples.entry(account));
        assertThat(log.newestFirst(late, Optional.empty(), 9)).isEmpty();
    }

    @Test
    void expiredReplayIsNotRunning() {
        Replay old = replay(0, Optional.empty());
        store.start(old, NOW.minusSeconds(1), AuditSamples.entry(new AccountId("acc_1")));
        assertThat(store.start(replay(1, Optional.empty()), EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .isEmpty();
    }

    @Test
    void oneOfManyConcurrentStartsSucceeds() throws Exception {
        List<Replay> all =
                IntStream.range(0, 8).mapToObj(n -> replay(n, Optional.empty())).toList();
        List<Callable<Optional<Replay>>> starts = all.stream()
                .<Callable<Optional<Replay>>>map(
                        replay -> () -> store.start(replay, EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Optional<Replay>> results =
                    threads.invokeAll(starts).stream().map(Future::resultNow).toList();
            assertThat(results.stream().filter(Optional::isEmpty)).hasSize(1);
            Replay winner = all.get(results.indexOf(Optional.<Replay>empty()));
            assertThat(results.stream().flatMap(Optional::stream)).containsOnly(winner);
        }
        assertThat(store.newestFirst(webhook, Optional.empty(), 10)).hasSize(1);
    }

    @Test
    void cancellationPrecedesOrFollowsAStep() throws Exception {
        Replay begun = replay(0, Optional.empty());
        store.start(begun, EXPIRY, AuditSamples.entry(new AccountId("acc_1")));
        Replay advanced = begun.advanced(new ReplayProgress(1, Optional.empty(), 1, 1));
        Replay cancelled = begun.ended(ReplayEnd.Why.CANCELLED, NOW);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> step = threads.submit(() -> store.replace(begun, advanced));
            Future<Boolean> cancel = threads.submit(() -> store.replace(begun, cancelled));
            assertThat(Stream.of(step.get(), cancel.get()).filter(done -> done)).hasSize(1);
            assertThat(store.find(webhook, begun.id())).contains(step.get() ? advanced : cancelled);
        }
    }
}
