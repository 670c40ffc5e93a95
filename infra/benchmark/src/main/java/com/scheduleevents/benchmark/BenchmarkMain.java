package com.scheduleevents.benchmark;

import com.scheduleevents.benchmark.cost.CostFigures;
import com.scheduleevents.benchmark.report.Figure;
import com.scheduleevents.benchmark.report.Report;
import com.scheduleevents.benchmark.speed.SpeedFigures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code ./mvnw -q -Pbenchmark [-Dscenario=…]}, run in the project's root. */
public final class BenchmarkMain {

    private static final String ALL = "all";
    private static final String COST = "cost";
    private static final String SPEED = "speed";
    private static final Path TEMPLATE = Path.of("template.yaml");
    private static final Path TARGET = Path.of("target");
    private static final Path LOGS = TARGET.resolve("benchmark");

    private BenchmarkMain() {}

    /**
     * Prints one table and writes target/benchmark.json.
     *
     * @param arguments {@code all}, {@code cost}, {@code speed}, or the name of a scenario of cost
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream console = System.out;
        String wanted = arguments.length == 0 ? ALL : arguments[0];
        if (!List.of(ALL, COST, SPEED).contains(wanted) && !CostFigures.SCENARIOS.contains(wanted)) {
            console.println("-Dscenario=" + wanted + " is unknown: choose " + String.join(", ", ALL, COST, SPEED)
                    + " or one of " + String.join(", ", CostFigures.SCENARIOS) + ".");
            System.exit(1);
        }
        boolean everyCost = wanted.equals(ALL) || wanted.equals(COST);
        List<Figure> figures = new ArrayList<>();
        // First, because the log lines of the simulated functions are counted by taking over this JVM's logger.
        if (wanted.equals(ALL) || wanted.equals(SPEED)) {
            redirectOutput();
            figures.addAll(SpeedFigures.of(TEMPLATE, LOGS, console::println));
        }
        figures.addAll(CostFigures.of(TEMPLATE, scenario -> everyCost || scenario.equals(wanted), console::println));
        Report report = new Report(figures);
        report.writeTo(TARGET.resolve("benchmark.json"));
        console.println();
        console.println(report.table());
        console.println("Written to target/benchmark.json.");
        System.exit(0);
    }

    /** What functions and services write goes to a file; the console is for what is measured. */
    private static void redirectOutput() throws IOException {
        Files.createDirectories(LOGS);
        PrintStream file =
                new PrintStream(Files.newOutputStream(LOGS.resolve("cloud.out")), true, StandardCharsets.UTF_8);
        System.setOut(file);
        System.setErr(file);
    }
}
