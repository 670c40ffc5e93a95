package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the processors of a machine have done since it started, by Linux, in ticks (proc(5)).
 *
 * @param all ticks of all processors together
 * @param idle those in which a processor had nothing to do, waits for disks included
 * @param own those of this process and of its ended children
 * @param cores how many processors there are
 */
record ProcessorTicks(long all, long idle, long own, int cores) {

    private static final Path MACHINE = Path.of("/proc/stat");
    private static final Path PROCESS = Path.of("/proc/self/stat");

    /** In /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. Times of guests, which follow, are in the first two. */
    private static final int STATES = 8;

    private static final int IDLE = 3;
    private static final int IOWAIT = 4;

    /** In /proc/self/stat, counted from what follows the state of the process: utime, stime, cutime, cstime. */
    private static final int UTIME = 10;

    private static final int CSTIME = 13;

    /** Those of now; empty where there is no /proc. */
    static Optional<ProcessorTicks> now() {
        if (!Files.isReadable(MACHINE) || !Files.isReadable(PROCESS)) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(Files.readString(MACHINE), Files.readString(PROCESS)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads them.
     *
     * @param machine the text of /proc/stat
     * @param process that of /proc/self/stat
     */
    static ProcessorTicks of(String machine, String process) {
        List<String> lines = machine.lines().toList();
        long[] states = numbers(lines.getFirst().substring("cpu".length()));
        long[] times = numbers(process.substring(process.lastIndexOf(')') + ") S".length()));
        return new ProcessorTicks(
                Arrays.stream(states, 0, STATES).sum(),
                states[IDLE] + states[IOWAIT],
                Arrays.stream(times, UTIME, CSTIME + 1).sum(),
                (int) lines.stream().filter(line -> line.matches("cpu\\d.*")).count());
    }

    private static long[] numbers(String text) {
        // Those behind the ones that are read may be unsigned and larger than a long.
        return Arrays.stream(text.strip().split("\\s+"))
                .limit(CSTIME + 1L)
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
