package com.scheduleevents.e2e;

import com.scheduleevents.emulator.lambda.FunctionOutput;
import com.scheduleevents.emulator.lambda.JarClasses;
import com.scheduleevents.local.CloudOptions;
import com.scheduleevents.local.LocalCloud;
import com.scheduleevents.local.StorageKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The embedded clouds that tests share. All of them tolerate a slow machine: the timeouts of functions and queues are
 * {@link #TIME_STRETCH} times those of the template, and receivers may take a minute, unless a timeout is what is tested.
 */
public enum SharedClouds {
    /** The defaults of the local cloud. */
    STANDARD,

    /** The same, for one test at a time, so that all calls and events are those of that test. */
    QUIET,

    /**
     * The retry window compressed to a quarter of an hour, so that the first retries follow at once and no webhook is disabled
     * before its test has ended; trusts {@link LocalEndpoint}, allows one CORS origin, continues a usage count with a new message
     * after each query, and reports a webhook that has been failing for a second.
     */
    COMPRESSED,

    /**
     * The retry window compressed to seconds; the messages of a killed sender become visible again at once. One test at a time
     * uses it.
     */
    BREAKABLE;

    /** The CORS origin that {@link #COMPRESSED} allows. */
    static final String WEBSITE = "https://tool.example.com";

    /** The factor by which the timeouts of functions and the visibility timeouts of queues are longer than in the template. */
    static final int TIME_STRETCH = 20;

    /** The retry window of {@link #BREAKABLE}. */
    static final Duration SHORT_WINDOW = Duration.ofSeconds(4);

    /** The order of classes that take a minute and more: they begin first, so that the others do not wait for them at the end. */
    public static final int FIRST = 1;

    /** The resource that tests of {@link #QUIET} lock. */
    public static final String QUIET_CLOUD = "the quiet cloud";

    static final String BREAKABLE_CLOUD = "the breakable cloud";

    /**
     * Many tests share one account and its key, so the limits of requests and of e-mails are high. A receiver may take a minute, which only the sender's
     * stretched timeout allows, and a call to a service as much longer as the functions have. A revoked key is rejected after five seconds instead of a minute.
     */
    private static final Map<String, String> GENEROUS = Map.of(
            "RequestsPerSecond", "10000",
            "WebhooksPerAccount", "5000",
            "MailsPerDay", "100000",
            "ReceiverTimeout", "PT60S",
            "AwsCallTimeout", "PT160S",
            "AuthorizerCacheSeconds", "5");

    /** What most clouds of the suite store their data in. */
    private static final StorageKind STORAGE = StorageKind.named(System.getProperty("test.storage", "memory"));

    /** Loaded once for all clouds of a storage. Never closed: the last cloud stops when the JVM ends. */
    private static final Map<StorageKind, JarClasses> CLASSES =
            Map.of(StorageKind.LOCAL, StorageKind.LOCAL.classes(), StorageKind.MEMORY, StorageKind.MEMORY.classes());

    LocalCloud start() {
        return start(options());
    }

    CloudOptions options() {
        CloudOptions options = options(directory());
        return switch (this) {
            case STANDARD, QUIET -> options;
            case COMPRESSED ->
                options.withRetryWindow(Duration.ofMinutes(15))
                        .withTrust(LocalEndpoint.authority())
                        .withParameters(Map.of("UsageCountTime", "PT0S", "CorsOrigins", WEBSITE, "WarnAfter", "PT1S"));
            case BREAKABLE -> options.withRetryWindow(SHORT_WINDOW).withFailedBatchesReturned();
        };
    }

    /** The name of the directory of its log. */
    String directory() {
        return name().toLowerCase(Locale.ROOT);
    }

    static LocalCloud start(CloudOptions options) {
        FunctionOutput.redirectToLogs();
        try {
            return LocalCloud.start(options, failure -> {}, Objects.requireNonNull(CLASSES.get(options.storage())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param name of the directory for its log */
    static CloudOptions options(String name) {
        Path project = Path.of("../..").toAbsolutePath().normalize();
        return CloudOptions.inMemory(project.resolve("template.yaml"), CloudLog.DIRECTORY.resolve(name))
                .withStorage(STORAGE)
                .withTimeStretch(TIME_STRETCH)
                .withParameters(GENEROUS);
    }
}
