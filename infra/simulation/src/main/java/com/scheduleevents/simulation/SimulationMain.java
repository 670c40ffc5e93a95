package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultLevel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;

/** Runs seeds from the command line, in a process for each core: {@code ./mvnw -q -Psimulate -Dseed=1 -Druns=100 -Dlevel=savage -Dtrace=FILE}. */
public final class SimulationMain {

    /** Fresh seeds are short enough to be typed. */
    private static final long FRESH = 1_000_000_000;

    private SimulationMain() {}

    /**
     * @param arguments template, first seed or {@code fresh}, number of runs, level, file of the trace or {@code none}, and
     *     {@code until-broken} to stop as soon as a promise is found broken
     */
    public static void main(String[] arguments) throws IOException {
        long first = arguments[1].equals("fresh")
                ? ThreadLocalRandom.current().nextLong(FRESH)
                : Long.parseLong(arguments[1]);
        int number = Integer.parseInt(arguments[2]);
        FaultLevel level = FaultLevel.valueOf(arguments[3].toUpperCase(Locale.ROOT));
        SeedPlans seeds = new SeedPlans(Path.of(arguments[0]), level);
        List<SimulationPlan> plans =
                LongStream.range(first, first + number).mapToObj(seeds::plan).toList();
        if (!arguments[4].equals("none")) {
            write(seeds.plan(first), Path.of(arguments[4]));
        }
        SimulationReport report = new SimulationReport(System.out);
        boolean untilBroken = arguments.length > 5;
        int processes = Math.min(number, Runtime.getRuntime().availableProcessors());
        SimulationRuns runs = new SimulationRuns((plan, result) -> {
            report.add(plan, result);
            return true;
        });
        if (untilBroken) {
            runs.runUntilBroken(plans);
        } else if (processes == 1) {
            runs.run(plans);
        } else {
            new SimulationProcesses(plans, List.of(arguments[0], level.name()), report::add).run(processes);
        }
        report.summarize();
        if (!untilBroken) {
            report.explain();
        }
        System.exit(report.isSound() ? 0 : 1);
    }

    private static void write(SimulationPlan plan, Path file) throws IOException {
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(file))) {
            Simulation.run(plan.traced(lines::println));
        }
    }
}
