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
 * The log of a cloud's functions and event sources, a file. Lines of the emulator itself begin with the time, and those that
 * continue one are indented; what functions print is written as it is, where {@link FunctionOutput} sends it here. Failures also
 * go to a watcher, in short. After closing, nothing is written any more.
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
     * @param file written anew
     * @param watcher gets one line for each failure
     */
    public static FunctionLog open(Path file, Consumer<String> watcher) throws IOException {
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        return new FunctionLog(new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8), watcher);
    }

    /** A message that a function logged through its context. */
    public void line(String name, String text) {
        file.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + name + " "
                + text.stripTrailing().replace("\n", "\n" + INDENT));
    }

    /** A failure: the file gets all of it, the watcher its first line. */
    public void failure(String name, Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        line(name, trace.toString());
        watcher.accept(name + ": " + failure.getMessage());
    }

    /** Bytes that a function printed. */
    void print(byte[] bytes, int from, int count) {
        file.write(bytes, from, count);
    }

    @Override
    public void close() {
        file.close();
    }
}
