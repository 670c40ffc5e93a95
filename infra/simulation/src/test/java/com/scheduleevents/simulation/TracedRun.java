package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes the trace of a short run, here or in a process of its own. */
final class TracedRun {

    private TracedRun() {}

    static Process start(long seed, Path file) throws IOException {
        return new ChildJvm().start(TracedRun.class, List.of(Long.toString(seed), file.toString()));
    }

    /** @param arguments the seed, and the file to write */
    public static void main(String[] arguments) throws IOException {
        write(Long.parseLong(arguments[0]), Path.of(arguments[1]));
    }

    static SimulationResult write(long seed, Path file) throws IOException {
        SimulationPlan plan = SimulationPlan.of(
                SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of()), seed, FaultLevel.SAVAGE);
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(file))) {
            return Simulation.run(plan.lasting(Duration.ofHours(1)).traced(lines::println));
        }
    }
}
