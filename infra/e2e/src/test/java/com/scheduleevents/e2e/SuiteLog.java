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
 * Reads everything that the functions of the embedded clouds logged while the suite ran, and what the clouds logged of their own
 * failures. None of it may contain anything that {@link LogLeaks} finds.
 */
final class SuiteLog implements AutoCloseable {

    /** Matches a line of the cloud itself, and a line that continues it. */
    private static final Pattern OF_THE_CLOUD = Pattern.compile("(?:\\d{4}-\\d\\d-\\d\\dT|    ).*");

    private static final int MOST_SHOWN = 20;

    private final Instant begun = Instant.now();
    private final BooleanSupplier allRan;

    /** @param allRan whether all tests ran, so that something must have been logged */
    SuiteLog(BooleanSupplier allRan) {
        this.allRan = allRan;
    }

    /** Runs after the last cloud has stopped; an exception here fails the whole suite. */
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
            throw new AssertionError("Functions logged what no log may contain, " + leaks.size() + " times:\n"
                    + String.join("\n", leaks.subList(0, Math.min(MOST_SHOWN, leaks.size()))));
        }
        requireLinesAndMetrics(printed);
    }

    /** Fails when no function output was found, because then the check above proves nothing. */
    private void requireLinesAndMetrics(List<String> lines) {
        lines.stream()
                .filter(line -> !line.startsWith("{") || !line.endsWith("}"))
                .findFirst()
                .ifPresent(line -> {
                    throw new AssertionError("A function printed a line that is not a JSON object: " + line);
                });
        if (allRan.getAsBoolean()
                && (lines.stream().noneMatch(line -> line.startsWith("{\"_aws\":"))
                        || lines.stream().noneMatch(line -> line.contains("\"loggerName\":")))) {
            throw new AssertionError("No log lines or metrics of functions were found.");
        }
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(CloudLog.DIRECTORY)) {
            for (Path file :
                    all.filter(path -> path.endsWith("local-cloud.log")).toList()) {
                // Older files are from an earlier run.
                if (!Files.getLastModifiedTime(file).toInstant().isBefore(begun)) {
                    files.add(file);
                }
            }
        }
        return files;
    }
}
