package com.scheduleevents.simulation;

import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.faults.FaultLevel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes the trace of a short run, in a process of its own. */
final class TracedRun {

    private TracedRun() {}

    static Process start(long seed, Path file) throws IOException {
        return new ChildJvm().start(TracedRun.class, List.of(Long.toString(seed), file.toString()));
    }

    /** @param arguments the seed, and the file to write */
    public static void main(String[] arguments) throws IOException {
        SimulationPlan plan = SimulationPlan.of(
                SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of()),
                Long.parseLong(arguments[0]),
                FaultLevel.SAVAGE);
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1])))) {
            Simulation.run(plan.lasting(Duration.ofHours(1)).traced(lines::println));
        }
    }
}
