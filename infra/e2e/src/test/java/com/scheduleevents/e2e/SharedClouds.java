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

/**
 * The embedded clouds that tests share. In all of them a machine that is busy may take its time: the time-outs of functions and
 * queues are {@link #TIME_STRETCH} times those of the template, and receivers may take a minute, unless a time-out is what is
 * tested.
 */
public enum SharedClouds {
    /** As a person starts it. */
    STANDARD,

    /** The same, for one test at a time: what the functions do and what the feed holds is that test's alone. */
    QUIET,

    /**
     * The day of retries in a quarter of an hour, so that the first retries follow at once and no webhook is disabled before its
     * test has ended; receivers of tests' own, a website that may call, and counts of usage that hand themselves on after each
     * query.
     */
    COMPRESSED,

    /**
     * The day of retries in seconds, and what a dead sender left is taken up again at once. Tests that kill have it for
     * themselves, one after the other.
     */
    BREAKABLE,

    /** The day of retries in a minute and a half, and receivers that hang are given up soon: races real time, for -Psoak alone. */
    DAY,

    /** The same day, for one receiver alone: what the functions do there, they do for it. */
    DEAD,

    /** The day in three minutes, for one test that kills, so often that no other's deliveries are to meet it. */
    KILLED;

    /** May call the API of {@link #COMPRESSED}. */
    static final String WEBSITE = "https://tool.example.com";

    /** So many times as long as in the template are the time-outs of functions and the visibility time-outs of queues. */
    static final int TIME_STRETCH = 20;

    /** The retry window of {@link #BREAKABLE}. */
    static final Duration SHORT_WINDOW = Duration.ofSeconds(4);

    /** The retry window of {@link #DAY}. */
    static final Duration WINDOW = Duration.ofSeconds(90);

    /** The name of the resource that tests of {@link #QUIET} lock, and those of {@link #BREAKABLE} theirs. */
    public static final String QUIET_CLOUD = "the quiet cloud";

    static final String BREAKABLE_CLOUD = "the breakable cloud";

    /**
     * Many tests share one account, and its key, and are not to wait for each other. A receiver may take a minute, which only the
     * sender's stretched time-out allows. A revoked key is refused after two seconds instead of a minute.
     */
    private static final Map<String, String> PATIENT = Map.of(
            "RequestsPerSecond", "10000",
            "WebhooksPerAccount", "5000",
            "ReceiverTimeout", "PT60S",
            "AuthorizerCacheSeconds", "2");

    LocalCloud start() {
        return start(options());
    }

    CloudOptions options() {
        CloudOptions options = options(directory());
        return switch (this) {
            case STANDARD, QUIET -> options;
            case COMPRESSED ->
                options.withRetryWindow(Duration.ofMinutes(15))
                        .withTrust(OwnReceiver.authority())
                        .withParameters(Map.of("UsageCountTime", "PT0S", "CorsOrigins", WEBSITE));
            case BREAKABLE -> options.withRetryWindow(SHORT_WINDOW).withFailedBatchesReturned();
            case DAY ->
                options.withRetryWindow(WINDOW)
                        .withTrust(OwnReceiver.authority())
                        .withParameters(Map.of("ReceiverTimeout", "PT3S"));
            case DEAD -> options.withRetryWindow(WINDOW);
            case KILLED -> options.withRetryWindow(WINDOW.multipliedBy(2)).withFailedBatchesReturned();
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
                .withTimeStretch(TIME_STRETCH)
                .withParameters(PATIENT);
    }
}
