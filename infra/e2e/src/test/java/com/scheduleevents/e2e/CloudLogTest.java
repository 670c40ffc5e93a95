package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

class CloudLogTest {

    private static final Path FILE = Path.of("target", "cloud-log-test.log");

    @Test
    void aFailingTestNamesTheFileAndShowsTheLastLinesThatWereWrittenWhileItRan() throws IOException {
        Files.writeString(FILE, "written before\n");
        SummaryGeneratingListener result = new SummaryGeneratingListener();
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .build())
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(FailingSample.class))
                                .build(),
                        result);

        assertThat(result.getSummary().getFailures()).hasSize(1);
        assertThat(result.getSummary().getFailures().getFirst().getException().getSuppressed())
                .singleElement()
                .asString()
                .contains(FILE.toAbsolutePath() + ", 50 lines; the last:\nline 11\n")
                .doesNotContain("written before", "line 10\n")
                .endsWith("line 50");
    }

    /** Run by the test above alone: the build passes over nested classes. */
    static final class FailingSample {

        @RegisterExtension
        static final CloudLog LOG = new CloudLog(FILE);

        @Test
        void fails() throws IOException {
            String lines = IntStream.rangeClosed(1, 50)
                    .mapToObj(line -> "line " + line + "\n")
                    .collect(Collectors.joining());
            Files.writeString(FILE, lines, StandardOpenOption.APPEND);
            throw new AssertionError("as the test above expects");
        }
    }
}
