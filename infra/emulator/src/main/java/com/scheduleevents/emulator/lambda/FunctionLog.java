package com.scheduleevents.emulator.lambda;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/** What functions and their sources have to say: lines in a file, failures also in short to whoever watches. */
public final class FunctionLog implements AutoCloseable {

    private final PrintWriter file;
    private final Consumer<String> watcher;

    private FunctionLog(PrintWriter file, Consumer<String> watcher) {
        this.file = file;
        this.watcher = watcher;
    }

    /**
     * @param file written anew
     * @param watcher gets one line for each failure
     */
    public static FunctionLog open(Path file, Consumer<String> watcher) throws IOException {
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        return new FunctionLog(
                new PrintWriter(
                        Files.newBufferedWriter(
                                file,
                                StandardCharsets.UTF_8,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.WRITE),
                        true),
                watcher);
    }

    /** A line that a function wrote. */
    public void line(String name, String text) {
        file.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + name + " " + text.stripTrailing());
    }

    /** A failure: the file gets all of it, the watcher its first line. */
    public void failure(String name, Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        line(name, trace.toString());
        watcher.accept(name + ": " + failure.getMessage());
    }

    @Override
    public void close() {
        file.close();
    }
}
