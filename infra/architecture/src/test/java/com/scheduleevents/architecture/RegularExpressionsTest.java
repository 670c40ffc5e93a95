package com.scheduleevents.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the regular expressions of the code and of the contract. A group that is repeated without bound makes {@link Pattern} recurse once
 * for each repetition, so that a long input overflows the stack, and can take exponential time. A possessive one does neither.
 */
class RegularExpressionsTest {

    private static final Path ROOT = Path.of("..", "..");

    /** The end of a group that is repeated without bound, and not possessively. */
    private static final Pattern REPEATED_GROUP = Pattern.compile("(?<!\\\\)\\)(?:[*+]|\\{[0-9]+,})(?!\\+)");

    @Test
    void noGroupIsRepeatedWithoutBound() throws IOException {
        List<Path> files = new ArrayList<>(List.of(ROOT.resolve("docs/openapi.yaml")));
        for (String modules : List.of("functions", "infra")) {
            try (Stream<Path> all = Files.find(ROOT.resolve(modules), 20, (file, _) -> isMain(file))) {
                all.forEach(files::add);
            }
        }
        assertThat(files).anyMatch(file -> file.endsWith("WebhookEntityTags.java"));
        assertThat(files).anyMatch(file -> file.endsWith("appointment.cancelled.json"));
        assertThat(files)
                .filteredOn(file -> REPEATED_GROUP.matcher(text(file)).find())
                .isEmpty();
    }

    /** Java code, and the schemas of event types. */
    private static boolean isMain(Path file) {
        String name = file.toString();
        return name.contains("/src/main/") && (name.endsWith(".java") || name.endsWith(".json"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
