package com.scheduleevents.benchmark.speed;

import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        for (FunctionSpec function : functions.values()) {
            run.tell(NAME + ": " + function.id());
            start(run, processes, function, directory, events.of(function));
        }
        for (Path jar :
                new TreeSet<>(functions.values().stream().map(FunctionSpec::jar).toList())) {
            run.add(NAME, "size of " + jar.getFileName(), Files.size(jar) / MEGABYTE, "MB");
        }
    }

    private static void start(SpeedRun run, ColdProcess processes, FunctionSpec function, Path directory, String event)
            throws IOException, InterruptedException {
        String name = function.id();
        Path loaded = directory.resolve("classes");
        List<String> listing = List.of("-Xlog:class+load=info:file=" + loaded);
        processes.seconds(function, StartMode.AS_STARTED, listing, event);
        try (Stream<String> classes = Files.lines(loaded)) {
            run.add(NAME, name + ": classes loaded", (double) classes.count(), "classes");
        }
        double asStarted = median(processes, function, StartMode.AS_STARTED, directory, event);
        run.add(NAME, name + ": as started", asStarted, "s");
        run.add(
                NAME,
                name + ": primed, from the restore",
                median(processes, function, StartMode.PRIMED, directory, event),
                "s");
        for (StartMode mode : List.of(StartMode.APP_CDS, StartMode.AOT_CACHE)) {
            double seconds = median(processes, function, mode, directory, event);
            String with = name + ": with " + (mode == StartMode.APP_CDS ? "AppCDS" : "the AOT cache");
            run.add(NAME, with, seconds, "s");
            run.add(NAME, with + " ÷ as started", seconds / asStarted, "ratio");
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
