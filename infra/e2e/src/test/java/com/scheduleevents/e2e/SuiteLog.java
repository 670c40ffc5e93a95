package com.scheduleevents.e2e;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads everything that the functions logged while the whole suite ran: what they printed, and what the embedded cloud wrote
 * down of their failures, as Lambda would. None of it may hold anything of {@link LogLeaks}.
 */
final class SuiteLog implements AutoCloseable {

    private static final Path DIRECTORY = Path.of("target", "e2e");
    private static final Path PRINTED = DIRECTORY.resolve("functions.out");
    private static final int MOST_SHOWN = 20;

    private final PrintStream console;
    private final OutputStream printed;
    private final FileTime begun;
    private final BooleanSupplier allRan;

    /**
     * From here on what functions print is kept, and still printed.
     *
     * @param allRan whether so much ran that something must have been printed
     */
    SuiteLog(BooleanSupplier allRan) {
        this.allRan = allRan;
        try {
            Files.createDirectories(DIRECTORY);
            printed = Files.newOutputStream(PRINTED);
            begun = Files.getLastModifiedTime(PRINTED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        console = System.out;
        System.setOut(new PrintStream(new Both(), true, StandardCharsets.UTF_8));
    }

    /** After the last cloud stopped; what is thrown here is a failure of the whole suite. */
    @Override
    public void close() throws IOException {
        System.setOut(console);
        printed.close();
        List<String> leaks = new ArrayList<>();
        for (Path file : files()) {
            try (Stream<String> lines = Files.lines(file)) {
                lines.forEach(line -> LogLeaks.in(line).ifPresent(leak -> leaks.add(leak + ": " + file + ": " + line)));
            }
        }
        if (!leaks.isEmpty()) {
            throw new AssertionError("Functions logged what no log may hold, " + leaks.size() + " times:\n"
                    + String.join("\n", leaks.subList(0, Math.min(MOST_SHOWN, leaks.size()))));
        }
        try (Stream<String> lines = Files.lines(PRINTED)) {
            requireLinesAndMetrics(lines.toList());
        }
    }

    /** So that nothing above passes because nothing was read. */
    private void requireLinesAndMetrics(List<String> lines) {
        lines.stream()
                .filter(line -> !line.startsWith("{") || !line.endsWith("}"))
                .findFirst()
                .ifPresent(line -> {
                    throw new AssertionError("A function printed what is no JSON object: " + line);
                });
        if (allRan.getAsBoolean()
                && (lines.stream().noneMatch(line -> line.startsWith("{\"_aws\":"))
                        || lines.stream().noneMatch(line -> line.contains("\"loggerName\":")))) {
            throw new AssertionError("No function logged or counted anything; what they print is not found any more.");
        }
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>(List.of(PRINTED));
        try (Stream<Path> all = Files.walk(DIRECTORY)) {
            for (Path file :
                    all.filter(path -> path.endsWith("local-cloud.log")).toList()) {
                // Others are of an earlier run.
                if (Files.getLastModifiedTime(file).compareTo(begun) >= 0) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    /** A function's threads, and those that they begin, see its jar; the tests' own do not. */
    private static boolean isFunction() {
        @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader instanceof URLClassLoader jar
                && String.valueOf(jar.getName()).endsWith(".jar");
    }

    private final class Both extends OutputStream {

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            console.write(bytes, from, count);
            if (isFunction()) {
                synchronized (printed) {
                    printed.write(bytes, from, count);
                }
            }
        }
    }
}
