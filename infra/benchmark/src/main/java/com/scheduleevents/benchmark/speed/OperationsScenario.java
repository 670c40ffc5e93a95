package com.scheduleevents.benchmark.speed;

import com.scheduleevents.benchmark.operations.DeliveryOperations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Time and allocations of what a delivery computes, by JMH in a JVM of its own. */
final class OperationsScenario implements SpeedScenario {

    static final String NAME = "operations";

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** The methods of {@link DeliveryOperations}. */
    private static final Map<String, String> OPERATIONS = new TreeMap<>(Map.of(
            "parsing", "parsing an event",
            "serialising", "serialising a delivery",
            "reading", "reading a delivery",
            "signing", "signing a delivery"));

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        SpeedRun.Outcome<Map<String, RunResult>> results =
                run.measure(NAME, SpeedRun.NO_STORAGE, 1, () -> operations(run));
        Measured measured = results.measured();
        run.add(measured.conditions(""));
        OPERATIONS.forEach((method, name) -> {
            RunResult result = Objects.requireNonNull(results.value().get(method), method);
            run.add(measured.micros(name + ": time", result.getPrimaryResult().getScore()));
            run.add(List.of(measured.figure(
                    name + ": allocated",
                    Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED), ALLOCATED)
                            .getScore(),
                    "bytes")));
        });
    }

    private static Map<String, RunResult> operations(SpeedRun run) throws IOException {
        run.tell(NAME + ": signing, parsing, serialising, reading");
        Path log = run.output().resolve("jmh.out");
        Options options = new OptionsBuilder()
                .include(DeliveryOperations.class.getName())
                .addProfiler(GCProfiler.class)
                .forks(1)
                .warmupIterations(5)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                // As on Lambda.
                .jvmArgs("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djmh.ignoreLock=true")
                .verbosity(VerboseMode.NORMAL)
                .output(log.toString())
                .shouldFailOnError(true)
                .build();
        Map<String, RunResult> results = new TreeMap<>();
        try {
            new Runner(options)
                    .run()
                    .forEach(result -> results.put(result.getPrimaryResult().getLabel(), result));
        } catch (RunnerException e) {
            throw new IOException("JMH failed; see " + log, e);
        }
        return results;
    }
}
