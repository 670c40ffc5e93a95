package com.scheduleevents.e2e;

import com.scheduleevents.emulator.lambda.FunctionOutput;
import com.scheduleevents.local.CloudOptions;
import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** The embedded clouds that tests share. */
public enum SharedClouds {
    /** As a person starts it. */
    STANDARD,

    /** The same, for the sample file alone: the feed holds nothing else. */
    SAMPLE,

    /**
     * The day of retries in a minute, receivers that hang given up soon, receivers of tests' own, a website that may call, and
     * counts of usage that hand themselves on after each query.
     * Queues delay by whole seconds, so that a shorter window would end before the eleventh attempt.
     */
    COMPRESSED,

    /** The day in a minute too, for one receiver alone: what the functions do there, they do for it. */
    DEAD,

    /** The day in two minutes, for one test that kills, so often that no other's deliveries are to meet it. */
    KILLED,

    /** For one test that counts what each request makes the functions do: nobody else makes any. */
    QUIET,

    /** What a dead sender left is taken up again soon. Tests that kill have it for themselves, one after the other. */
    BREAKABLE;

    /** May call the API of {@link #COMPRESSED}. */
    static final String WEBSITE = "https://tool.example.com";

    /** Many tests share one account, and its key, and are not to wait for each other. */
    private static final Map<String, String> UNLIMITED =
            Map.of("RequestsPerSecond", "10000", "WebhooksPerAccount", "5000");

    /** The retry window of {@link #COMPRESSED}. */
    static final Duration WINDOW = Duration.ofSeconds(90);

    LocalCloud start() {
        return start(options());
    }

    CloudOptions options() {
        CloudOptions options = options(directory());
        return switch (this) {
            case STANDARD, SAMPLE, QUIET -> options;
            case COMPRESSED ->
                options.withRetryWindow(WINDOW)
                        .withTrust(OwnReceiver.authority())
                        .withParameters(Map.of(
                                "ReceiverTimeout", "PT3S",
                                "DeliveryVisibilitySeconds", "30",
                                "UsageCountTime", "PT0S",
                                "CorsOrigins", WEBSITE));
            case DEAD -> options.withRetryWindow(WINDOW);
            case KILLED ->
                options.withRetryWindow(WINDOW.multipliedBy(2))
                        .withParameters(Map.of("DeliveryVisibilitySeconds", "10", "SenderTimeoutSeconds", "10"));
            case BREAKABLE ->
                options.withRetryWindow(Duration.ofSeconds(4))
                        .withParameters(Map.of("DeliveryVisibilitySeconds", "10", "SenderTimeoutSeconds", "10"));
        };
    }

    /** Name of the directory of its log. */
    String directory() {
        return name().toLowerCase(Locale.ROOT);
    }

    static LocalCloud start(CloudOptions options) {
        FunctionOutput.redirectToLogs();
        try {
            return LocalCloud.start(options, failure -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param name of a directory of its own for the log */
    static CloudOptions options(String name) {
        Path project = Path.of("../..").toAbsolutePath().normalize();
        return CloudOptions.inMemory(project.resolve("template.yaml"), CloudLog.DIRECTORY.resolve(name))
                .withParameters(UNLIMITED);
    }
}
