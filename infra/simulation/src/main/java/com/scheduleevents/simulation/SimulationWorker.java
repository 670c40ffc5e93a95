package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultLevel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads seeds, a line each, and prints the {@link ResultLine} of each. */
final class SimulationWorker {

    private SimulationWorker() {}

    /** @param arguments template and level */
    public static void main(String[] arguments) throws IOException {
        PrintStream results = System.out;
        System.setOut(System.err);
        SeedPlans plans = new SeedPlans(Path.of(arguments[0]), FaultLevel.valueOf(arguments[1]));
        try (BufferedReader seeds = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String seed = seeds.readLine(); seed != null; seed = seeds.readLine()) {
                results.println(ResultLine.of(SimulationRuns.result(plans.plan(Long.parseLong(seed)))));
                results.flush();
            }
        }
    }
}
