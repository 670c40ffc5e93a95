package com.scheduleevents.benchmark.speed;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Whose code took the processor's time of this JVM, by the samples of JDK Flight Recorder: the newest frame of a stack that belongs to
 * somebody decides. What the JVM does itself (compiling, collecting garbage) is in no sample and is spread over all.
 */
final class ProcessorShares {

    /** Whose code it is, in the order of the table. */
    enum Owner {
        /** Ours, with the HTTP client that sends to receivers. */
        FUNCTIONS,
        /** The AWS SDK of the functions, with its HTTP client. */
        AWS_SDK,
        /** DynamoDB Local, ElasticMQ, and everything that stands in for AWS and for receivers. */
        CLOUD,
        /** Whatever belongs to nobody, such as the client that makes the load. */
        OTHER
    }

    private static final Map<String, Owner> PACKAGES = Map.ofEntries(
            Map.entry("com.scheduleevents.api.", Owner.FUNCTIONS),
            Map.entry("com.scheduleevents.delivery.", Owner.FUNCTIONS),
            Map.entry("com.scheduleevents.aws.", Owner.FUNCTIONS),
            Map.entry("com.scheduleevents.domain.", Owner.FUNCTIONS),
            Map.entry("software.amazon.awssdk.", Owner.AWS_SDK),
            Map.entry("com.amazonaws.services.dynamodbv2.", Owner.CLOUD),
            Map.entry("com.amazon.dynamodb.", Owner.CLOUD),
            Map.entry("com.almworks.sqlite4java.", Owner.CLOUD),
            Map.entry("org.elasticmq.", Owner.CLOUD),
            Map.entry("org.apache.pekko.", Owner.CLOUD),
            Map.entry("org.eclipse.jetty.", Owner.CLOUD),
            Map.entry("com.scheduleevents.emulator.", Owner.CLOUD),
            Map.entry("com.scheduleevents.local.", Owner.CLOUD));

    private static final Duration PERIOD = Duration.ofMillis(10);

    private final Recording recording = new Recording();
    private final Duration before = processorTime();

    private ProcessorShares() {
        recording.enable("jdk.ExecutionSample").withPeriod(PERIOD);
        recording.start();
    }

    /** Begins to sample. */
    static ProcessorShares begin() {
        return new ProcessorShares();
    }

    /** Seconds of a processor since the beginning, by owner. */
    Map<Owner, Double> end() throws IOException {
        double seconds = processorTime().minus(before).toNanos() / 1e9;
        Path file = Files.createTempFile("benchmark", ".jfr");
        try (recording) {
            recording.stop();
            recording.dump(file);
            Map<Owner, Integer> samples = new EnumMap<>(Owner.class);
            int all = 0;
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getStackTrace() != null) {
                    samples.merge(owner(event), 1, Integer::sum);
                    all++;
                }
            }
            Map<Owner, Double> shares = new EnumMap<>(Owner.class);
            for (Owner owner : Owner.values()) {
                shares.put(owner, all == 0 ? 0 : seconds * samples.getOrDefault(owner, 0) / all);
            }
            return shares;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Whoever stands in for AWS calls the SDK too, for itself: then the newest frame below it that is not the SDK's decides. */
    private static Owner owner(RecordedEvent event) {
        boolean inSdk = false;
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            Optional<Owner> owner = owner(frame.getMethod().getType().getName());
            if (owner.isPresent() && owner.get() != Owner.AWS_SDK) {
                return inSdk && owner.get() == Owner.FUNCTIONS ? Owner.AWS_SDK : owner.get();
            }
            inSdk |= owner.isPresent();
        }
        return inSdk ? Owner.AWS_SDK : Owner.OTHER;
    }

    private static Optional<Owner> owner(String type) {
        return PACKAGES.entrySet().stream()
                .filter(owner -> type.startsWith(owner.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static Duration processorTime() {
        return Duration.ofNanos(
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime());
    }
}
