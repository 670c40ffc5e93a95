package com.scheduleevents.benchmark.speed;

import com.scheduleevents.benchmark.report.Figure;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * From the start of a function's process to its first response, which is that to an event of its kind; {@link ColdProcess} says what AWS
 * responds meanwhile. The median of three. The process has all of the machine's processors, of which Lambda gives a function of 1,024 MB
 * little more than a half.
 */
final class StartScenario implements SpeedScenario {

    static final String NAME = "start";

    private static final int TIMES = 3;
    private static final double MEGABYTE = 1_000_000;

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        if (!System.getProperty("os.name").equals("Linux")) {
            run.tell(NAME + ": left out, because Lambda's runtime interface client only runs on Linux");
            return;
        }
        Template template =
                Template.read(run.template(), Map.of(), PseudoParameters.local(URI.create("http://127.0.0.1:1")));
        FirstEvents events = new FirstEvents(template);
        Path directory = Files.createTempDirectory(run.output(), "start").toAbsolutePath();
        ColdProcess processes = new ColdProcess(directory);
        Map<String, FunctionSpec> functions = new TreeMap<>(template.functions());
        SpeedRun.Outcome<List<Start>> starts = run.measure(NAME, SpeedRun.NO_STORAGE, 1, () -> {
            List<Start> measured = new ArrayList<>();
            for (FunctionSpec function : functions.values()) {
                run.tell(NAME + ": " + function.id());
                measured.add(start(processes, function, directory, events.of(function)));
            }
            return measured;
        });
        Measured figures = starts.measured();
        run.add(figures.conditions(""));
        starts.value().forEach(start -> run.add(start.figures(figures)));
        for (Path jar :
                new TreeSet<>(functions.values().stream().map(FunctionSpec::jar).toList())) {
            run.add(List.of(figures.figure("size of " + jar.getFileName(), Files.size(jar) / MEGABYTE, "MB")));
        }
    }

    /** What the starts of a function took, in seconds by how it was started, and how many classes it loaded. */
    private record Start(String function, double classes, Map<StartMode, Double> seconds) {

        List<Figure> figures(Measured measured) {
            double asStarted = seconds(StartMode.AS_STARTED);
            List<Figure> figures = new ArrayList<>();
            figures.addAll(measured.seconds(function + ": as started", asStarted));
            figures.addAll(measured.seconds(function + ": primed, from the restore", seconds(StartMode.PRIMED)));
            for (StartMode mode : List.of(StartMode.APP_CDS, StartMode.AOT_CACHE)) {
                String with = function + ": with " + (mode == StartMode.APP_CDS ? "AppCDS" : "the AOT cache");
                figures.add(measured.figure(with + " ÷ as started", seconds(mode) / asStarted, "ratio"));
                figures.add(measured.figure(with, seconds(mode), "s"));
            }
            figures.add(measured.figure(function + ": classes loaded", classes, "classes"));
            return figures;
        }

        private double seconds(StartMode mode) {
            return Objects.requireNonNull(seconds.get(mode), mode.name());
        }
    }

    private static Start start(ColdProcess processes, FunctionSpec function, Path directory, String event)
            throws IOException, InterruptedException {
        Path loaded = directory.resolve("classes");
        List<String> listing = List.of("-Xlog:class+load=info:file=" + loaded);
        processes.seconds(function, StartMode.AS_STARTED, listing, event);
        Map<StartMode, Double> seconds = new EnumMap<>(StartMode.class);
        for (StartMode mode : StartMode.values()) {
            seconds.put(mode, median(processes, function, mode, directory, event));
        }
        try (Stream<String> classes = Files.lines(loaded)) {
            return new Start(function.id(), classes.count(), seconds);
        }
    }

    private static double median(
            ColdProcess processes, FunctionSpec function, StartMode mode, Path directory, String event)
            throws IOException, InterruptedException {
        Path archive = directory.resolve(function.id() + "-" + mode);
        List<String> training = mode.training(archive);
        if (!training.isEmpty()) {
            processes.seconds(function, mode, training, event);
            if (!Files.exists(archive)) {
                throw new IllegalStateException("the start of " + function.id() + " made no " + mode);
            }
        }
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            seconds.add(processes.seconds(function, mode, mode.using(archive), event));
        }
        Files.deleteIfExists(archive);
        return new Percentiles(seconds).at(50);
    }
}
