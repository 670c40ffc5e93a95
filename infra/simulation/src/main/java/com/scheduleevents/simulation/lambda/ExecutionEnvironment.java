package com.scheduleevents.simulation.lambda;

import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.cloud.time.SkewedClock;
import com.scheduleevents.cloud.time.TaskGroup;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** An execution environment of a function: the clock, the randomness and the threads that its code uses instead of Java's own. */
public final class ExecutionEnvironment {

    private final Scheduler scheduler;
    private final TaskGroup group;
    private final RestoredClock clock;
    private final RestoredRandom random;
    private final List<Runnable> afterRestore = new ArrayList<>();

    /**
     * @param snapshot the random numbers of the version's snapshot
     * @param own the random numbers of this environment alone
     * @param snapshotTaken when the version was deployed
     */
    ExecutionEnvironment(
            Scheduler scheduler,
            TaskGroup group,
            RandomStreams snapshot,
            RandomStreams own,
            SkewedClock.Skew skew,
            Instant snapshotTaken) {
        this.scheduler = scheduler;
        this.group = group;
        this.clock = new RestoredClock(
                snapshotTaken, new SkewedClock(scheduler::now, own.stream("clock"), skew), ZoneOffset.UTC);
        this.random = new RestoredRandom(snapshot.stream("random"), own.stream("random"));
    }

    /** What it is called in traces. */
    public String name() {
        return group.name();
    }

    /** Its clock, some milliseconds wrong. */
    public Clock clock() {
        return clock;
    }

    /** Its random numbers. */
    public RandomGenerator random() {
        return random;
    }

    /** Nanoseconds that pass as time does, for measuring how long something takes. */
    public long nanoTime() {
        return scheduler.nanos();
    }

    /** Registers what is to be done when the environment was restored from its snapshot. */
    public void afterRestore(Runnable action) {
        afterRestore.add(action);
    }

    /** Lets the current task of the environment wait. */
    public void sleep(Duration time) {
        scheduler.sleep(time);
    }

    TaskGroup group() {
        return group;
    }

    void restore() {
        clock.restored = true;
        random.restored = true;
        afterRestore.forEach(Runnable::run);
    }

    /** Stands still until the environment was restored. */
    private static final class RestoredClock extends Clock {

        private final Instant before;
        private final Clock after;
        private final ZoneId zone;
        private boolean restored;

        RestoredClock(Instant before, Clock after, ZoneId zone) {
            this.before = before;
            this.after = after;
            this.zone = zone;
        }

        @Override
        public Instant instant() {
            return restored ? after.instant() : before;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            RestoredClock clock = new RestoredClock(before, after, other);
            clock.restored = restored;
            return clock;
        }
    }

    /** The same numbers in every environment until it was restored, and its own from then on. */
    private static final class RestoredRandom implements RandomGenerator {

        private final RandomGenerator before;
        private final RandomGenerator after;
        private boolean restored;

        RestoredRandom(RandomGenerator before, RandomGenerator after) {
            this.before = before;
            this.after = after;
        }

        @Override
        public long nextLong() {
            return (restored ? after : before).nextLong();
        }
    }
}
