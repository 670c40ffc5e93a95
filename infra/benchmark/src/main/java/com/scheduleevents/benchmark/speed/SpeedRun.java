package com.scheduleevents.benchmark.speed;

import com.scheduleevents.benchmark.report.Figure;
import com.scheduleevents.benchmark.speed.Reference.Pace;
import com.scheduleevents.emulator.lambda.JarClasses;
import com.scheduleevents.local.StorageKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What the scenarios of a run share: where the clouds come from, what a machine is compared with, and where the figures go. */
final class SpeedRun implements AutoCloseable {

    /** What is named as the storage of a scenario that has no cloud. */
    static final String NO_STORAGE = "none";

    private final Path template;
    private final Path output;
    private final StorageKind storage;
    private final Consumer<String> progress;
    private final List<Figure> figures = new ArrayList<>();
    private final ReferenceLoad load = new ReferenceLoad();

    /** Of all clouds, so that what one of them has compiled need not be compiled for the next. */
    private final JarClasses classes;

    /**
     * @param template the file of what is deployed
     * @param output a directory for logs and other files
     * @param storage of the clouds
     * @param progress is told what happens
     */
    SpeedRun(Path template, Path output, StorageKind storage, Consumer<String> progress) throws IOException {
        this.template = template;
        this.output = output;
        this.storage = storage;
        this.classes = storage.classes();
        this.progress = progress;
    }

    /** Starts a cloud for one scenario, without the limits of an account. */
    MeasuredCloud cloud() throws IOException {
        return MeasuredCloud.start(template, output, storage, classes);
    }

    Path template() {
        return template;
    }

    Path output() {
        return output;
    }

    /** The storage of the clouds, as in the figures. */
    String storage() {
        return storage.toString();
    }

    /** Tells what happens. */
    void tell(String what) {
        progress.accept(what);
    }

    /** Repeats a load until it no longer gets faster, and tells how it went. */
    WarmUp warmUp(String scenario, int units, WarmUp.Window window) throws InterruptedException {
        tell(scenario + ": warm-up in windows of " + units + " events");
        WarmUp warmUp = WarmUp.of(units, window);
        tell(String.format(
                Locale.ROOT,
                "%s: %s after %d windows: %s a second",
                scenario,
                warmUp.isSteady() ? "no faster" : "NOT STEADY",
                warmUp.rates().size(),
                warmUp.rates().stream()
                        .map(rate -> String.format(Locale.ROOT, "%.0f", rate))
                        .collect(Collectors.joining(", "))));
        return warmUp;
    }

    /**
     * Measures something between two reference loads.
     *
     * @param storage what the scenario keeps tables and queues in
     * @param threads how many make the reference load: as many as the processors where the scenario takes all that it can get, else one
     */
    <T> Outcome<T> measure(String scenario, String storage, int threads, Action<T> action)
            throws IOException, InterruptedException {
        tell(scenario + ": reference load");
        Pace before = load.pace(threads);
        tell(scenario + ": measuring");
        Supplier<MachineUse> using = MachineUse.begin();
        T value = action.run();
        MachineUse use = using.get();
        tell(scenario + ": reference load");
        Measured measured = new Measured(scenario, storage, new Reference(before, load.pace(threads)), use);
        if (use.others().isEmpty()) {
            tell(scenario + ": nobody knows how busy other processes kept the machine, because there is no /proc");
        }
        return new Outcome<>(value, measured);
    }

    void add(Collection<Figure> more) {
        figures.addAll(more);
    }

    List<Figure> figures() {
        return List.copyOf(figures);
    }

    @Override
    public void close() throws IOException {
        load.close();
        classes.close();
    }

    /** What is measured. */
    @FunctionalInterface
    interface Action<T> {
        T run() throws IOException, InterruptedException;
    }

    /** What an action returned, and how it was measured. */
    record Outcome<T>(T value, Measured measured) {}
}
