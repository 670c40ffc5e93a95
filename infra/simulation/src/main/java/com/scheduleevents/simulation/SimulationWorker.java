package com.scheduleevents.simulation;

import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.faults.FaultLevel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Reads seeds, a line each, and prints the {@link ResultLine} of each. */
final class SimulationWorker {

    private SimulationWorker() {}

    /** @param arguments template and level */
    public static void main(String[] arguments) throws IOException {
        PrintStream results = System.out;
        System.setOut(System.err);
        Template template = SimulatedDeployment.template(Path.of(arguments[0]), Map.of());
        FaultLevel level = FaultLevel.valueOf(arguments[1]);
        try (BufferedReader seeds = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String seed = seeds.readLine(); seed != null; seed = seeds.readLine()) {
                SimulationPlan plan = SimulationPlan.of(template, Long.parseLong(seed), level);
                results.println(ResultLine.of(SimulationRuns.result(plan)));
                results.flush();
            }
        }
    }
}
