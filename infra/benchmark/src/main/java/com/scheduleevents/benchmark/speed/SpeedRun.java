package com.scheduleevents.benchmark.speed;

import com.scheduleevents.benchmark.report.Figure;
import com.scheduleevents.emulator.lambda.JarClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the scenarios of a run share: where the clouds come from, and where the figures go. */
final class SpeedRun implements AutoCloseable {

    private final Path template;
    private final Path output;
    private final Consumer<String> progress;
    private final List<Figure> figures = new ArrayList<>();

    /** Of all clouds, so that what one of them has compiled need not be compiled for the next. */
    private final JarClasses classes = new JarClasses();

    /**
     * @param template the file of what is deployed
     * @param output a directory for logs and other files
     * @param progress is told what happens
     */
    SpeedRun(Path template, Path output, Consumer<String> progress) {
        this.template = template;
        this.output = output;
        this.progress = progress;
    }

    /**
     * Starts a cloud for one scenario.
     *
     * @param parameters of the template, besides those that lift the limits of an account
     */
    MeasuredCloud cloud(Map<String, String> parameters) throws IOException {
        return MeasuredCloud.start(template, output, classes, parameters);
    }

    Path template() {
        return template;
    }

    Path output() {
        return output;
    }

    /** Tells what happens. */
    void tell(String what) {
        progress.accept(what);
    }

    void add(String scenario, String figure, double value, String unit) {
        figures.add(new Figure(scenario, figure, value, unit));
    }

    List<Figure> figures() {
        return List.copyOf(figures);
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }
}
