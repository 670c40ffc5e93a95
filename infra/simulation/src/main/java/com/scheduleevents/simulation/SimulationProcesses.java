package com.scheduleevents.simulation;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Runs plans in several processes at once, and hands their results over in the order of the plans. Worlds that ran beside each other
 * in one JVM would wait for the same locks of libraries, which no seed decides.
 */
final class SimulationProcesses {

    private final List<SimulationPlan> plans;
    private final List<String> arguments;
    private final BiConsumer<SimulationPlan, SimulationResult> reader;
    private final AtomicInteger next = new AtomicInteger();
    private final TreeMap<Integer, SimulationResult> early = new TreeMap<>();
    private int read;

    /**
     * @param plans of one template and level, which differ in their seeds alone
     * @param arguments of {@link SimulationWorker}: that template and level
     * @param reader is told of each result
     */
    SimulationProcesses(
            List<SimulationPlan> plans, List<String> arguments, BiConsumer<SimulationPlan, SimulationResult> reader) {
        this.plans = plans;
        this.arguments = arguments;
        this.reader = reader;
    }

    /** Runs them all. */
    void run(int processes) {
        try (ExecutorService threads = Executors.newFixedThreadPool(processes)) {
            CompletableFuture.allOf(Stream.generate(() -> CompletableFuture.runAsync(this::work, threads))
                            .limit(processes)
                            .toArray(CompletableFuture[]::new))
                    .join();
        }
    }

    private void work() {
        try {
            Process worker = new ChildJvm().start(SimulationWorker.class, arguments);
            try (BufferedWriter seeds = worker.outputWriter();
                    BufferedReader results = worker.inputReader()) {
                for (int plan = next.getAndIncrement(); plan < plans.size(); plan = next.getAndIncrement()) {
                    String seed = Long.toString(plans.get(plan).seed());
                    seeds.write(seed);
                    seeds.newLine();
                    seeds.flush();
                    String line = results.readLine();
                    if (line == null) {
                        throw new IllegalStateException(
                                "seed " + seed + " could not be simulated; the reason is above");
                    }
                    take(plan, ResultLine.read(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void take(int plan, SimulationResult result) {
        early.put(plan, result);
        for (SimulationResult one = early.remove(read); one != null; one = early.remove(read)) {
            reader.accept(plans.get(read), one);
            read++;
        }
    }
}
