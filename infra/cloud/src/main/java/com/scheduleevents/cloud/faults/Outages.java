package com.scheduleevents.cloud.faults;

import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The times during which each service fails as a whole. */
final class Outages {

    private static final Duration SHORTEST = Duration.ofMinutes(2);
    private static final Duration MEAN_BEYOND = Duration.ofMinutes(25);
    private static final Duration LONGEST = Duration.ofHours(4);

    private final Scheduler scheduler;
    private final RandomStreams streams;
    private final Map<String, Window> windows = new HashMap<>();
    private final Map<String, RandomGenerator> randoms = new HashMap<>();

    Outages(Scheduler scheduler, RandomStreams streams) {
        this.scheduler = scheduler;
        this.streams = streams;
    }

    boolean isOut(String port, FaultLevel level) {
        long now = scheduler.nanos();
        Window window = windows.get(port);
        if (window == null || window.end() <= now) {
            window = next(port, level, now);
            windows.put(port, window);
        }
        return window.begin() <= now;
    }

    void begin(String port, Duration time) {
        long now = scheduler.nanos();
        windows.put(port, new Window(now, now + time.toNanos()));
    }

    void end() {
        windows.clear();
    }

    private Window next(String port, FaultLevel level, long now) {
        RandomGenerator random = randoms.computeIfAbsent(port, streams::stream);
        double until = random.nextExponential() * level.betweenOutages().toNanos();
        double length = SHORTEST.toNanos() + random.nextExponential() * MEAN_BEYOND.toNanos();
        // The longest wait there is is centuries: far beyond every run, and no overflow.
        long begin = now + (long) Math.min(until, Long.MAX_VALUE / 4.0);
        return new Window(begin, begin + (long) Math.min(length, (double) LONGEST.toNanos()));
    }

    private record Window(long begin, long end) {}
}
