package com.scheduleevents.e2e;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets other modules' tests that run beside these go first. These take longest, and use several cores; if the others waited, they would run
 * one after the other at the end of a build, on one core. Where Linux and {@code renice} are missing, all have the same priority.
 */
public final class LowPriority implements LauncherSessionListener {

    /** A third of the share of the others. Beside other programs on a busy machine, a tenth would be too little for these tests. */
    private static final String NICENESS = "5";

    /** On Linux each thread has a priority of its own. Threads and processes that start later have that of the thread that starts them. */
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            List<String> command = Stream.concat(
                            Stream.of("renice", "-n", NICENESS, "-p"),
                            threads.map(thread -> thread.getFileName().toString()))
                    .toList();
            new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException unavailable) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
