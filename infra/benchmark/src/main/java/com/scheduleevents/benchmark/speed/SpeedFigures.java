package com.scheduleevents.benchmark.speed;

import com.scheduleevents.benchmark.report.Figure;
import com.scheduleevents.local.StorageKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The scenarios of speed, on this machine. */
public final class SpeedFigures {

    private static final SequencedMap<String, SpeedScenario> BY_NAME = scenarios();

    /** The names of the scenarios, in the order of the table. */
    public static final List<String> SCENARIOS = List.copyOf(BY_NAME.keySet());

    private SpeedFigures() {}

    private static SequencedMap<String, SpeedScenario> scenarios() {
        SequencedMap<String, SpeedScenario> scenarios = new LinkedHashMap<>();
        scenarios.put(ThroughputScenario.NAME, new ThroughputScenario());
        scenarios.put(LatencyScenario.NAME, new LatencyScenario());
        scenarios.put(NeighboursScenario.NAME, new NeighboursScenario());
        scenarios.put(OperationsScenario.NAME, new OperationsScenario());
        scenarios.put(StartScenario.NAME, new StartScenario());
        return scenarios;
    }

    /**
     * Runs scenarios.
     *
     * @param template the file of what is deployed
     * @param output a directory for logs and other files
     * @param storage of the clouds that are measured
     * @param wanted which of them, by name
     * @param progress is told what happens
     */
    public static List<Figure> of(
            Path template, Path output, StorageKind storage, Predicate<String> wanted, Consumer<String> progress)
            throws IOException, InterruptedException {
        try (SpeedRun run = new SpeedRun(template, output, storage, progress)) {
            for (Map.Entry<String, SpeedScenario> scenario : BY_NAME.entrySet()) {
                if (wanted.test(scenario.getKey())) {
                    scenario.getValue().measure(run);
                }
            }
            return run.figures();
        }
    }
}
