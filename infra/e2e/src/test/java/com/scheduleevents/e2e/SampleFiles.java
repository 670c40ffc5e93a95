package com.scheduleevents.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The sample files, which other modules' tests read too. */
final class SampleFiles {

    private static final Path DIRECTORY = Path.of("../testkit/src/main/resources/samples");

    private SampleFiles() {}

    static Path file(String name) {
        return DIRECTORY.resolve(name);
    }

    static List<JsonNode> lines(String name) {
        try {
            return Files.readAllLines(file(name)).stream()
                    .map(HttpsClient::parsed)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
