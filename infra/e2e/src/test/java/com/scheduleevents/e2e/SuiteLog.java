package com.scheduleevents.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads everything that the functions of the embedded clouds logged while the whole suite ran, and what the clouds themselves
 * wrote down of their failures. None of it may hold anything of {@link LogLeaks}.
 */
final class SuiteLog implements AutoCloseable {

    /** How a line of the cloud itself begins, and one that continues it. */
    private static final Pattern OF_THE_CLOUD = Pattern.compile("(?:\\d{4}-\\d\\d-\\d\\dT|    ).*");

    private static final int MOST_SHOWN = 20;

    private final Instant begun = Instant.now();
    private final BooleanSupplier allRan;

    /** @param allRan whether so much ran that something must have been logged */
    SuiteLog(BooleanSupplier allRan) {
        this.allRan = allRan;
    }

    /** After the last cloud stopped; what is thrown here is a failure of the whole suite. */
    @Override
    public void close() throws IOException {
        List<String> leaks = new ArrayList<>();
        List<String> printed = new ArrayList<>();
        for (Path file : files()) {
            try (Stream<String> lines = Files.lines(file)) {
                lines.forEach(line -> {
                    LogLeaks.in(line).ifPresent(leak -> leaks.add(leak + ": " + file + ": " + line));
                    if (!OF_THE_CLOUD.matcher(line).matches()) {
                        printed.add(line);
                    }
                });
            }
        }
        if (!leaks.isEmpty()) {
            throw new AssertionError("Functions logged what no log may hold, " + leaks.size() + " times:\n"
                    + String.join("\n", leaks.subList(0, Math.min(MOST_SHOWN, leaks.size()))));
        }
        requireLinesAndMetrics(printed);
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
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(CloudLog.DIRECTORY)) {
            for (Path file :
                    all.filter(path -> path.endsWith("local-cloud.log")).toList()) {
                // Others are of an earlier run.
                if (!Files.getLastModifiedTime(file).toInstant().isBefore(begun)) {
                    files.add(file);
                }
            }
        }
        return files;
    }
}
