package com.scheduleevents.benchmark.speed;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * How busy the processors were for a time.
 *
 * @param own how many of them this process and its children kept busy
 * @param others how many everything else did; empty where nobody knows, which is where there is no /proc
 * @param cores how many there are
 */
record MachineUse(double own, OptionalDouble others, int cores) {

    /** Above this part of the processors, what arrives waits for a processor, and its time says more of the queue than of the code. */
    static final double SATURATED = 0.85;

    private static final double BILLION = 1e9;

    /** From now on, until what is returned is asked. */
    static Supplier<MachineUse> begin() {
        Optional<ProcessorTicks> before = ProcessorTicks.now();
        double seconds = processorSeconds();
        long start = System.nanoTime();
        return () -> before.flatMap(ticks -> ProcessorTicks.now().map(after -> between(ticks, after)))
                .orElseGet(() -> new MachineUse(
                        (processorSeconds() - seconds) * BILLION / (System.nanoTime() - start),
                        OptionalDouble.empty(),
                        Runtime.getRuntime().availableProcessors()));
    }

    /** Between two readings of the processors. */
    static MachineUse between(ProcessorTicks before, ProcessorTicks after) {
        double all = Math.max(1, after.all() - before.all());
        double busy = all - (after.idle() - before.idle());
        double own = after.own() - before.own();
        return new MachineUse(
                own / all * after.cores(),
                OptionalDouble.of(Math.max(0, busy - own) / all * after.cores()),
                after.cores());
    }

    /** The part of the processors that was busy, as far as is known. */
    double share() {
        return (own + others.orElse(0)) / cores;
    }

    /** Whether so little of the processors was left that a latency would be that of a queue. */
    boolean isSaturated() {
        return share() > SATURATED;
    }

    private static double processorSeconds() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / BILLION;
    }
}
