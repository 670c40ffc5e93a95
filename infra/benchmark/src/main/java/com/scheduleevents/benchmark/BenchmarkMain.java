package com.scheduleevents.benchmark;

import com.scheduleevents.benchmark.cost.CostFigures;
import com.scheduleevents.benchmark.report.Figure;
import com.scheduleevents.benchmark.report.Report;
import com.scheduleevents.benchmark.speed.SpeedFigures;
import com.scheduleevents.local.StorageKind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

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
     * @param arguments {@code all}, {@code cost}, {@code speed}, or the name of a scenario of one of them
     */
    public static void main(String[] arguments) {
        PrintStream console = System.out;
        try {
            measure(arguments, console);
            System.exit(0);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // Clouds have threads that would keep the process alive.
            e.printStackTrace(console);
            System.exit(1);
        }
    }

    private static void measure(String[] arguments, PrintStream console) throws IOException, InterruptedException {
        String wanted = arguments.length == 0 ? ALL : arguments[0];
        List<String> names = Stream.of(List.of(ALL, COST, SPEED), SpeedFigures.SCENARIOS, CostFigures.SCENARIOS)
                .flatMap(List::stream)
                .toList();
        if (!names.contains(wanted)) {
            refuse(console, "-Dscenario=" + wanted + " is unknown: choose one of " + String.join(", ", names) + ".");
        }
        StorageKind storage = storage(console);
        List<Figure> figures = new ArrayList<>();
        // First, because the log lines of the simulated functions are counted by taking over this JVM's logger.
        Predicate<String> speed = scenario -> List.of(ALL, SPEED, scenario).contains(wanted);
        if (SpeedFigures.SCENARIOS.stream().anyMatch(speed)) {
            redirectOutput();
            figures.addAll(SpeedFigures.of(TEMPLATE, LOGS, storage, speed, console::println));
        }
        Predicate<String> cost = scenario -> List.of(ALL, COST, scenario).contains(wanted);
        if (CostFigures.SCENARIOS.stream().anyMatch(cost)) {
            figures.addAll(CostFigures.of(TEMPLATE, cost, console::println));
        }
        Report report = new Report(figures);
        report.writeTo(TARGET.resolve("benchmark.json"));
        console.println();
        console.println(report.table());
        console.println("Written to target/benchmark.json.");
    }

    private static StorageKind storage(PrintStream console) {
        try {
            return StorageKind.named(System.getProperty("storage", StorageKind.MEMORY.toString()));
        } catch (IllegalArgumentException e) {
            refuse(console, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private static void refuse(PrintStream console, String why) {
        console.println(why);
        System.exit(1);
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
