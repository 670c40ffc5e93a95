package com.scheduleevents.emulator.lambda;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/**
 * The log file of the functions and event sources. The emulator's own lines begin with the time, and continuation lines are
 * indented; the output of functions, redirected by {@link FunctionOutput}, is written unchanged. A watcher gets a short line for
 * each failure. Nothing is written after closing.
 */
public final class FunctionLog implements AutoCloseable {

    private static final String INDENT = "    ";

    private final PrintStream file;
    private final Consumer<String> watcher;

    private FunctionLog(PrintStream file, Consumer<String> watcher) {
        this.file = file;
        this.watcher = watcher;
    }

    /**
     * @param file overwritten
     * @param watcher gets one line for each failure
     */
    public static FunctionLog open(Path file, Consumer<String> watcher) throws IOException {
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        return new FunctionLog(new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8), watcher);
    }

    /** Writes a message that a function logged through its context. */
    public void line(String name, String text) {
        file.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + name + " "
                + text.stripTrailing().replace("\n", "\n" + INDENT));
    }

    /** Writes a failure; the watcher gets its first line. */
    public void failure(String name, Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        line(name, trace.toString());
        watcher.accept(name + ": " + failure.getMessage());
    }

    /** Writes bytes that a function printed. */
    void print(byte[] bytes, int from, int count) {
        file.write(bytes, from, count);
    }

    @Override
    public void close() {
        file.close();
    }
}
