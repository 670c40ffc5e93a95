package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * When the attempts of a retry cycle are expected, written down apart from the code under test.
 *
 * @param waits between the attempts, without their jitter; another attempt follows at the end of the window
 * @param window how long a retry cycle lasts
 */
public record ExpectedRetries(List<Duration> waits, Duration window) {

    /** Those of template.yaml. */
    public static final ExpectedRetries DEFAULT =
            of("PT10S,PT1M,PT5M,PT15M,PT30M,PT1H,PT2H,PT4H,PT6H", Duration.ofHours(24));

    /**
     * Reads the value of a parameter.
     *
     * @param waits the parameter RetryWaits
     */
    public static ExpectedRetries of(String waits, Duration window) {
        return new ExpectedRetries(
                Stream.of(waits.split(",")).map(Duration::parse).toList(), window);
    }

    /** The most attempts of a cycle. */
    int attempts() {
        return waits.size() + 2;
    }
}
