package com.scheduleevents.benchmark.speed;

import com.scheduleevents.emulator.lambda.JarClasses;
import com.scheduleevents.local.CloudOptions;
import com.scheduleevents.local.LocalCloud;
import com.scheduleevents.local.StorageKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** An embedded cloud in this JVM, without the limits of an account, and a client of it. */
final class MeasuredCloud implements AutoCloseable {

    /** Limits would be measured instead of the cloud; and while it is cold and gets all it can take, a call may take longer than on AWS. */
    private static final Map<String, String> WITHOUT_LIMITS = Map.of(
            "RequestsPerSecond", "10000",
            "ApiRequestsPerSecond", "10000",
            "WebhooksPerAccount", "5000",
            "AwsCallTimeout", "PT1M");

    private static final int TIME_STRETCH = 4;

    private final LocalCloud cloud;
    private final CloudClient client;

    private MeasuredCloud(LocalCloud cloud, Path description) throws IOException {
        this.cloud = cloud;
        cloud.description().writeTo(description);
        this.client = CloudClient.of(description);
    }

    /**
     * Starts it.
     *
     * @param template the file of what is deployed
     * @param output a directory for its log
     * @param storage what it keeps its tables and queues in
     * @param classes of the functions' jars
     */
    static MeasuredCloud start(Path template, Path output, StorageKind storage, JarClasses classes) throws IOException {
        LocalCloud started = LocalCloud.start(options(template, output, storage), System.err::println, classes);
        return new MeasuredCloud(started, output.resolve("local-cloud.json"));
    }

    private static CloudOptions options(Path template, Path output, StorageKind storage) {
        return CloudOptions.inMemory(template, output)
                .withStorage(storage)
                .withTimeStretch(TIME_STRETCH)
                .withParameters(WITHOUT_LIMITS);
    }

    CloudClient client() {
        return client;
    }

    @Override
    public void close() {
        cloud.close();
    }
}
