package com.scheduleevents.cloud.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("world")
class SchedulerTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<String> said = new ArrayList<>();
    private final Scheduler scheduler = scheduler(1);

    private static Scheduler scheduler(long seed) {
        return new Scheduler(START, new RandomStreams(seed).stream("tasks"));
    }

    private static List<String> history(long seed) {
        Scheduler scheduler = scheduler(seed);
        List<String> history = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = "task-" + i;
            scheduler.spawn(name, () -> {
                for (int step = 0; step < 4; step++) {
                    history.add(name + "." + step);
                    scheduler.step();
                }
            });
        }
        scheduler.runUntilIdle();
        return history;
    }

    @Test
    void theSameSeedGivesTheSameOrder() {
        assertThat(history(7)).isEqualTo(history(7)).hasSize(20);
        assertThat(history(7)).isNotEqualTo(history(8));
    }

    @Test
    void timeJumpsToTheNextTimerWhenNothingCanRun() {
        scheduler.spawn("sleeper", () -> {
            scheduler.sleep(Duration.ofDays(30));
            said.add("woke at " + scheduler.now());
        });
        scheduler.runUntilIdle();
        assertThat(said).containsExactly("woke at 2026-01-31T00:00:00Z");
    }

    @Test
    void runsNoFurtherThanItIsTold() {
        scheduler.spawn("sleeper", () -> {
            scheduler.sleep(Duration.ofHours(2));
            said.add("woke");
        });
        scheduler.runFor(Duration.ofHours(1));
        assertThat(said).isEmpty();
        assertThat(scheduler.now()).isEqualTo(START.plus(Duration.ofHours(1)));
        scheduler.runFor(Duration.ofHours(1));
        assertThat(said).containsExactly("woke");
    }

    @Test
    void timersOfOneTimeFireInTheOrderOfTheirPlanning() {
        scheduler.after(Duration.ofSeconds(1), () -> said.add("first"));
        scheduler.after(Duration.ofSeconds(1), () -> said.add("second"));
        scheduler.after(Duration.ofSeconds(1), () -> said.add("cancelled")).cancel();
        scheduler.runUntilIdle();
        assertThat(said).containsExactly("first", "second");
    }

    @Test
    void whatAThreadStartsRunsInTheSimulationToo() {
        scheduler.spawn("main", () -> {
            try (ExecutorService threads =
                    Executors.newFixedThreadPool(2, Thread.ofVirtual().factory())) {
                List<Future<Instant>> ends = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    ends.add(threads.submit(() -> {
                        scheduler.sleep(Duration.ofSeconds(10));
                        return scheduler.now();
                    }));
                }
                for (Future<Instant> end : ends) {
                    said.add(end.get().toString());
                }
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError(e);
            }
            said.add("closed");
        });
        scheduler.runUntilIdle();
        assertThat(said)
                .containsExactly(
                        "2026-01-01T00:00:10Z",
                        "2026-01-01T00:00:10Z",
                        "2026-01-01T00:00:20Z",
                        "2026-01-01T00:00:20Z",
                        "closed");
    }

    @Test
    void gatherersAndLocksRunInTheSimulationToo() {
        ReentrantLock lock = new ReentrantLock();
        scheduler.spawn(
                "main",
                () -> said.addAll(Stream.of(3, 2, 1)
                        .gather(Gatherers.mapConcurrent(2, seconds -> {
                            lock.lock();
                            try {
                                scheduler.sleep(Duration.ofSeconds(seconds));
                                return scheduler.now().toString();
                            } finally {
                                lock.unlock();
                            }
                        }))
                        .toList()));
        scheduler.runUntilIdle();
        assertThat(said).hasSize(3).contains("2026-01-01T00:00:06Z");
    }

    @Test
    void aThreadThatIsWokenFromOutsideFailsTheRun() throws InterruptedException {
        AtomicReference<Thread> inside = new AtomicReference<>();
        scheduler.spawn("main", () -> {
            inside.set(Thread.currentThread());
            LockSupport.park();
        });
        scheduler.runUntilIdle();
        Thread outside = Thread.ofPlatform().start(() -> LockSupport.unpark(inside.get()));
        outside.join();
        assertThatThrownBy(scheduler::runUntilIdle)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("from outside");
    }

    @Test
    void aThreadGoesOnBeforeAllOthersOnceItIsLetIntoAMonitor() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch held = new CountDownLatch(1);
        AtomicReference<Thread> waiting = new AtomicReference<>();
        Thread outside = Thread.ofPlatform().start(() -> {
            synchronized (monitor) {
                held.countDown();
                Thread waiter;
                do {
                    Thread.onSpinWait();
                    waiter = waiting.get();
                } while (waiter == null || waiter.getState() != Thread.State.BLOCKED);
            }
        });
        held.await();
        scheduler.spawn("first", () -> {
            scheduler.spawn("second", () -> said.add("second"));
            waiting.set(Thread.currentThread());
            synchronized (monitor) {
                said.add("first at " + scheduler.now());
            }
        });
        scheduler.after(Duration.ofMillis(1), () -> said.add("later"));
        scheduler.runUntilIdle();
        outside.join();

        assertThat(said).containsExactly("first at " + START, "second", "later");
    }

    @Test
    void aKilledGroupTakesNoFurtherStepNotEvenToUnwind() {
        TaskGroup group = scheduler.group("environment-1", "environment", true);
        scheduler.spawn(group, "victim", () -> {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                threads.execute(() -> {
                    scheduler.sleep(Duration.ofHours(1));
                    said.add("survived");
                });
            } finally {
                said.add("unwound");
            }
        });
        scheduler.after(Duration.ofSeconds(1), group::kill);
        scheduler.runUntilIdle();
        assertThat(said).isEmpty();
    }

    @Test
    void whoWaitsForAKilledTaskGoesOn() {
        TaskGroup group = scheduler.group("environment-1", "environment", true);
        Task victim = scheduler.spawn(group, "victim", () -> scheduler.sleep(Duration.ofHours(1)));
        scheduler.spawn("watcher", () -> {
            victim.join();
            said.add("gone at " + scheduler.now());
        });
        scheduler.after(Duration.ofSeconds(1), group::kill);
        scheduler.runUntilIdle();
        assertThat(said).containsExactly("gone at 2026-01-01T00:00:01Z");
    }

    @Test
    void aFrozenGroupGoesOnWhenItIsThawed() {
        TaskGroup group = scheduler.group("environment-1", "environment", true);
        scheduler.spawn(group, "ticker", () -> {
            for (int i = 0; i < 3; i++) {
                scheduler.sleep(Duration.ofSeconds(1));
                said.add("tick at " + scheduler.now());
            }
        });
        scheduler.after(Duration.ofMillis(1500), group::freeze);
        scheduler.after(Duration.ofMinutes(10), group::thaw);
        scheduler.runUntilIdle();
        assertThat(said)
                .containsExactly(
                        "tick at 2026-01-01T00:00:01Z", "tick at 2026-01-01T00:10:00Z", "tick at 2026-01-01T00:10:01Z");
    }

    @Test
    void aTaskThatFailsFailsTheRun() {
        scheduler.spawn("broken", () -> {
            throw new IllegalStateException("no");
        });
        assertThatThrownBy(scheduler::runUntilIdle)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("broken");
    }

    @Test
    void strangersAreRefused() {
        assertThatThrownBy(scheduler::step)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("does not run");
    }

    @Test
    void streamsOfOneSeedDoNotTouchEachOther() {
        RandomStreams streams = new RandomStreams(42);
        long first = streams.stream("queues").nextLong();
        streams.stream("tables").nextLong();
        assertThat(streams.stream("queues").nextLong()).isEqualTo(first);
        assertThat(streams.stream("tables").nextLong()).isNotEqualTo(first);
        assertThat(streams.fork("a").stream("queues").nextLong()).isNotEqualTo(first);
    }

    @Test
    void aClockIsWrongByNoMoreThanItsSkewAndJumps() {
        SkewedClock clock = new SkewedClock(
                scheduler::now,
                new RandomStreams(3).stream("clock"),
                new SkewedClock.Skew(Duration.ofMillis(20), Duration.ofMinutes(10)));
        List<Duration> offsets = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            offsets.add(Duration.between(scheduler.now(), clock.instant()));
            scheduler.runFor(Duration.ofMinutes(5));
        }
        assertThat(offsets).allMatch(offset -> offset.abs().compareTo(Duration.ofMillis(21)) < 0);
        assertThat(offsets.stream().distinct().count()).isBetween(10L, 40L);
    }

    @Test
    void aCallerThatWaitsLetsTimePassAndNoMore() {
        Scheduler callers = Scheduler.ofCallersInTurn(START);
        callers.after(Duration.ofSeconds(1), () -> said.add("one"));
        callers.after(Duration.ofSeconds(3), () -> said.add("three"));

        callers.sleep(Duration.ofSeconds(2));

        assertThat(said).containsExactly("one");
        assertThat(callers.now()).isEqualTo(START.plusSeconds(2));
        assertThatThrownBy(() -> new Signal(callers).await())
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("waits for what never happens");
        assertThat(said).containsExactly("one", "three");
        assertThatThrownBy(() -> callers.spawn("task", () -> {})).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void nothingKeepsAWorldThatIsOver() {
        WeakReference<Object> kept = worldWithAThreadThatWaitsForADay();
        System.gc();
        assertThat(kept.get()).isNull();
    }

    private static WeakReference<Object> worldWithAThreadThatWaitsForADay() {
        Scheduler world = scheduler(1);
        Object ofTheWorld = new Object();
        world.spawn("waits", () -> {
            LockSupport.parkNanos(ofTheWorld, Duration.ofDays(1).toNanos());
            throw new AssertionError(ofTheWorld + " goes on.");
        });
        world.runFor(Duration.ofSeconds(1));
        world.end();
        return new WeakReference<>(ofTheWorld);
    }
}
