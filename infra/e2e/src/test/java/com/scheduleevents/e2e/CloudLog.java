package com.scheduleevents.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * What the functions of an embedded cloud log. A test that fails names the file, and shows the last lines that were written while
 * it ran: its own, and those of the tests that shared the cloud meanwhile.
 */
final class CloudLog implements BeforeEachCallback, AfterEachCallback {

    /** One directory for each cloud. */
    static final Path DIRECTORY = Path.of("target", "function-logs");

    private static final Namespace SIZES = Namespace.create(CloudLog.class);
    private static final int LAST_LINES = 40;

    private final Path file;

    CloudLog(Path file) {
        this.file = file;
    }

    /** @param cloud the name of its directory */
    static CloudLog of(String cloud) {
        return new CloudLog(DIRECTORY.resolve(cloud).resolve("local-cloud.log"));
    }

    @Override
    public void beforeEach(ExtensionContext test) throws IOException {
        test.getStore(SIZES).put(file, size());
    }

    @Override
    public void afterEach(ExtensionContext test) throws IOException {
        if (test.getExecutionException().isPresent() && Files.exists(file)) {
            Throwable failure = test.getExecutionException().get();
            failure.addSuppressed(excerpt(test.getStore(SIZES).getOrDefault(file, Long.class, 0L)));
        }
    }

    private long size() throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** @param from byte at which the test began; a cloud that starts meanwhile writes the file anew */
    private Excerpt excerpt(long from) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(from <= Files.size(file) ? from : 0);
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
            return new Excerpt("Function logs while this test ran: " + file.toAbsolutePath() + ", " + lines.size()
                    + " lines; the last:\n" + String.join("\n", last));
        }
    }

    /** Beside a failure, to be read with it. */
    private static final class Excerpt extends Exception {

        private static final long serialVersionUID = 1;

        Excerpt(String lines) {
            super(lines, null, false, false);
        }
    }
}
