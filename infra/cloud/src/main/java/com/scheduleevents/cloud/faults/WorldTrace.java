package com.scheduleevents.cloud.faults;

import com.scheduleevents.cloud.time.Scheduler;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes what happens in the world, line by line; the same seed gives the same lines. */
public final class WorldTrace {

    private final Scheduler scheduler;
    private final @Nullable Consumer<String> lines;

    private WorldTrace(Scheduler scheduler, @Nullable Consumer<String> lines) {
        this.scheduler = scheduler;
        this.lines = lines;
    }

    /** A trace that nobody reads, which costs nothing. */
    public static WorldTrace off(Scheduler scheduler) {
        return new WorldTrace(scheduler, null);
    }

    /** A trace for a reader. */
    public static WorldTrace to(Scheduler scheduler, Consumer<String> lines) {
        return new WorldTrace(scheduler, lines);
    }

    /** Adds a line, under the true time. */
    public void line(Supplier<String> text) {
        if (lines != null) {
            lines.accept(scheduler.now() + " " + text.get());
        }
    }
}
