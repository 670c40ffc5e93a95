package com.scheduleevents.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateParametersTest {

    private static final CloudOptions OPTIONS =
            CloudOptions.inMemory(Path.of("../../template.yaml"), Path.of("target"));

    @ParameterizedTest
    @CsvSource({
        // window, waits of probes, warning, lease, the clock's minute
        "PT24H, PT10S, PT10M, PT1H, PT2M, PT1M",
        "PT12H, PT5S, PT5M, PT30M, PT1M, PT30S",
        "PT60S, PT0.006S, PT0.416S, PT2.5S, PT31S, PT2S",
        "PT4S, PT0.001S, PT0.027S, PT0.166S, PT31S, PT2S",
    })
    void circuitDurationsKeepTheirProportions(
            Duration window, String first, String longest, String warning, String lease, Duration minute)
            throws IOException {
        assertThat(compressed(OPTIONS.withRetryWindow(window)))
                .containsEntry("FirstProbeWait", first)
                .containsEntry("LongestProbeWait", longest)
                .containsEntry("WarnAfter", warning)
                .containsEntry("ProbeLease", lease);
        assertThat(TemplateParameters.of(OPTIONS.withRetryWindow(window))
                        .periods()
                        .apply(Duration.ofMinutes(1)))
                .isEqualTo(minute);
    }

    /** It reads whole tables. */
    @ParameterizedTest
    @CsvSource({"PT12H, PT12H", "PT5M, PT5M", "PT4S, PT1M"})
    void whatIsScheduledOnceADayRunsOnceAMinuteAtMost(Duration window, Duration day) throws IOException {
        assertThat(TemplateParameters.of(OPTIONS.withRetryWindow(window))
                        .periods()
                        .apply(Duration.ofDays(1)))
                .isEqualTo(day);
    }

    @Test
    void probeLeaseIsLongerThanTheSenderTimeout() throws IOException {
        CloudOptions brief =
                OPTIONS.withRetryWindow(Duration.ofSeconds(4)).withParameters(Map.of("SenderTimeoutSeconds", "10"));
        assertThat(compressed(brief)).containsEntry("ProbeLease", "PT11S");
    }

    @Test
    void probeLeaseIsStretchedLikeTheSenderTimeout() throws IOException {
        assertThat(compressed(OPTIONS.withTimeStretch(10))).containsEntry("ProbeLease", "PT20M");
        assertThat(compressed(OPTIONS.withTimeStretch(10).withRetryWindow(Duration.ofSeconds(60))))
                .containsEntry("ProbeLease", "PT5M1S");
    }

    @Test
    void nothingIsCompressedByDefault() throws IOException {
        assertThat(compressed(OPTIONS)).doesNotContainKeys("WarnAfter", "ProbeLease", "RetryWaits");
        assertThat(TemplateParameters.of(OPTIONS).periods().apply(Duration.ofMinutes(1)))
                .isEqualTo(Duration.ofMinutes(1));
    }

    private static Map<String, String> compressed(CloudOptions options) throws IOException {
        return TemplateParameters.of(options).values("http://127.0.0.1:1", "pem");
    }
}
