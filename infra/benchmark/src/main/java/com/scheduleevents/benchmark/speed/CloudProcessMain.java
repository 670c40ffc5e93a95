package com.scheduleevents.benchmark.speed;

import com.scheduleevents.local.LocalCloud;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/** An embedded cloud in a process of its own, which ends with whoever started it. */
final class CloudProcessMain {

    private CloudProcessMain() {}

    /**
     * Starts it. Each line of the standard input is answered with a line: how many bytes of the heap are in use after a collection.
     *
     * @param arguments the file of what is deployed, a directory for the log, and the file to describe the cloud in
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Consumer<String> watcher = System.err::println;
        try (LocalCloud cloud =
                        LocalCloud.start(MeasuredCloud.options(Path.of(arguments[0]), Path.of(arguments[1])), watcher);
                BufferedReader questions =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            cloud.description().writeTo(Path.of(arguments[2]));
            MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
            while (questions.readLine() != null) {
                memory.gc();
                answers.println(memory.getHeapMemoryUsage().getUsed());
            }
        }
        System.exit(0);
    }
}
