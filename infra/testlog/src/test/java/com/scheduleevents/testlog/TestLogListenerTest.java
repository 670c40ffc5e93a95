package com.scheduleevents.testlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class TestLogListenerTest {

    @TempDir
    private Path directory;

    @Test
    void aFailingTestNamesTheFileAndShowsTheLastLinesItPrinted() throws IOException {
        Path module = directory.resolve("functions/api");
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        run(module, new PrintStream(console, true, StandardCharsets.UTF_8));

        Path file = module.resolve("target/function-logs/TestLogListenerTest$Sample.log");
        assertThat(Files.readAllLines(file))
                .hasSize(51)
                .contains("printed by the passing test", "line 1 of the failing one");
        assertThat(console.toString(StandardCharsets.UTF_8))
                .contains("fails(), failed. The last lines that it printed, of " + file
                        + ":\nline 11 of the failing one\n")
                .contains("line 50 of the failing one\n")
                .contains("functions/api: seed 7" + System.lineSeparator())
                .doesNotContain("line 10 of", "printed by the passing test")
                .endsWith("functions/api: 1 passed, 1 failed, 3 skipped" + System.lineSeparator());
        assertThat(module.resolve("target/test-counts/tests"))
                .hasContent("1 1 3\nto be counted as skipped\nto be counted by its tests");
    }

    private static void run(Path module, PrintStream console) {
        PrintStream before = System.out;
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .addTestExecutionListeners(new TestLogListener(module, console))
                        .build())
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(Sample.class), selectClass(SkippedSample.class))
                        .build());
        System.setOut(before);
    }

    /** Run by the test above alone: the build passes over nested classes. */
    static final class Sample {

        @Test
        void passes(TestReporter reporter) {
            System.out.println("printed by the passing test");
            reporter.publishEntry("seed 7");
        }

        @Test
        void fails() throws InterruptedException {
            System.out.println("line 1 of the failing one");
            Thread.ofVirtual()
                    .start(() -> {
                        for (int line = 2; line <= 50; line++) {
                            System.out.println("line " + line + " of the failing one");
                        }
                    })
                    .join();
            throw new AssertionError("as the test above expects");
        }

        @Test
        @Disabled("to be counted as skipped")
        void isSkipped() {
            System.out.println("printed by a test that must not run");
        }
    }

    /** Not run at all. */
    @Disabled("to be counted by its tests")
    static final class SkippedSample {

        @Test
        void first() {
            System.out.println("printed by a test of a class that must not run");
        }

        @Test
        void second() {
            System.out.println("printed by a test of a class that must not run");
        }
    }
}
