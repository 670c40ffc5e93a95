package com.scheduleevents.testlog;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What tests print, told apart by the thread that runs the test and the threads which that one starts. */
final class TestOutput implements AutoCloseable {

    private static final int LAST_LINES = 40;

    private final Path directory;
    private final PrintStream console;
    private final Map<String, PrintStream> files = new ConcurrentHashMap<>();

    @SuppressWarnings("ThreadLocalUsage") // of one run of tests, so that a test can run others
    private final InheritableThreadLocal<@Nullable CapturedStream> current = new InheritableThreadLocal<>();

    /**
     * What one test printed.
     *
     * @param file holds all of it, among what the other tests of its class printed
     * @param lastLines at most forty
     */
    record Printed(Path file, List<String> lastLines) {}

    /** @param console takes what no test prints */
    TestOutput(Path directory, PrintStream console) {
        this.directory = directory;
        this.console = console;
    }

    /** To be standard output while the tests run. */
    PrintStream stream() {
        return new PrintStream(new ByThread(), true, StandardCharsets.UTF_8);
    }

    /** From here on this thread runs a test, or all tests, of that class. */
    void begin(String className) {
        current.set(new CapturedStream(className, current.get()));
    }

    /** That is over; what was begun before it on this thread goes on. */
    Printed end() {
        CapturedStream ended = current.get();
        if (ended == null) {
            throw new IllegalStateException("Nothing was begun on this thread.");
        }
        current.set(ended.outer);
        return new Printed(file(ended.className), ended.lastLines());
    }

    private Path file(String className) {
        return directory.resolve(className.substring(className.lastIndexOf('.') + 1) + ".log");
    }

    private PrintStream open(String className) {
        try {
            Files.createDirectories(directory);
            return new PrintStream(Files.newOutputStream(file(className)), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        files.values().forEach(PrintStream::close);
    }

    private final class CapturedStream {

        private final String className;
        private final @Nullable CapturedStream outer;
        private final Deque<String> lastLines = new ArrayDeque<>();
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        CapturedStream(String className, @Nullable CapturedStream outer) {
            this.className = className;
            this.outer = outer;
        }

        synchronized void print(byte[] bytes, int from, int count) {
            files.computeIfAbsent(className, TestOutput.this::open).write(bytes, from, count);
            for (int at = from; at < from + count; at++) {
                if (bytes[at] == '\n') {
                    lastLines.add(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                } else {
                    line.write(bytes[at]);
                }
            }
            while (lastLines.size() > LAST_LINES) {
                lastLines.remove();
            }
        }

        synchronized List<String> lastLines() {
            return List.copyOf(lastLines);
        }
    }

    private final class ByThread extends OutputStream {

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            CapturedStream test = current.get();
            if (test == null) {
                console.write(bytes, from, count);
            } else {
                test.print(bytes, from, count);
            }
        }
    }
}
