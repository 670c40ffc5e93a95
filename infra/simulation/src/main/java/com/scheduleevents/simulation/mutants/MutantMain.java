package com.scheduleevents.simulation.mutants;

import com.scheduleevents.simulation.ChildJvm;
import com.scheduleevents.simulation.SimulationMain;
import com.scheduleevents.simulation.people.ClosingCircuits;
import com.scheduleevents.simulation.people.EndedContract;
import com.scheduleevents.simulation.people.FailingStreamConsumers;
import com.scheduleevents.simulation.people.FallingBehind;
import com.scheduleevents.simulation.people.Flood;
import com.scheduleevents.simulation.people.FollowedFeed;
import com.scheduleevents.simulation.people.ImpatientClients;
import com.scheduleevents.simulation.people.LateRedelivery;
import com.scheduleevents.simulation.people.RepeatedMails;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Puts each mutant in the place of the class that it changes, and simulates seeds, or a scenario, until a promise is broken. The same seed,
 * or scenario, is then simulated with the code as it is: what breaks without the mutant too is a fault of the code or of a check, and shows
 * nothing about the mutant. A mutant that is not found, or not shown to be, fails the command. A process that ends for any other reason has
 * found nothing, since what ends it may have nothing to do with the mutant; it has printed the reason.
 */
public final class MutantMain {

    /** Worlds that come to something which seeds come to too rarely, or never, by the names that mutants have for them. */
    static final Map<String, Class<?>> SCENARIOS = Map.of(
            "closing-circuits", ClosingCircuits.class,
            "ended-contract", EndedContract.class,
            "flood", Flood.class,
            "late-redelivery", LateRedelivery.class,
            "failing-stream-consumers", FailingStreamConsumers.class,
            "falling-behind", FallingBehind.class,
            "impatient-clients", ImpatientClients.class,
            "followed-feed", FollowedFeed.class,
            "repeated-mails", RepeatedMails.class);

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private static final Pattern BROKEN = Pattern.compile("seed (\\d+): ([A-Z_]+)\\b");

    private final Path root;
    private final String seeds;

    /** What the code as it is breaks, by what was run: many mutants are found by the same few seeds. */
    private final Map<Run, Optional<Broken>> unchanged = new ConcurrentHashMap<>();

    private MutantMain(Path root, String seeds) {
        this.root = root;
        this.seeds = seeds;
    }

    /** @param arguments the root of the repository, how many seeds each mutant may take, and a regular expression for their names */
    public static void main(String[] arguments) throws IOException {
        MutantMain main = new MutantMain(Path.of(arguments[0]), arguments[1]);
        Predicate<String> wanted =
                Pattern.compile(arguments.length < 3 ? "" : arguments[2]).asPredicate();
        List<Path> files;
        try (Stream<Path> all = Files.list(main.root.resolve("infra/simulation/mutants"))) {
            files = all.filter(file -> file.toString().endsWith(".mutant"))
                    .filter(file -> wanted.test(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
        int cores = Runtime.getRuntime().availableProcessors();
        int missed = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
            List<CompletableFuture<Boolean>> running = files.stream()
                    .map(file -> CompletableFuture.supplyAsync(() -> main.isCaught(file), threads))
                    .toList();
            for (CompletableFuture<Boolean> mutant : running) {
                missed += mutant.join() ? 0 : 1;
            }
        }
        System.out.println(files.size() - missed + " of " + files.size() + " mutants were caught");
        System.exit(missed == 0 ? 0 : 1);
    }

    private boolean isCaught(Path file) {
        try {
            Mutant mutant = Mutant.read(file);
            Path classes = Files.createTempDirectory("mutant-" + mutant.name());
            compile(root, mutant, classes);
            Run run = run(mutant);
            Optional<Broken> changed = firstBroken(printed(run, classes + File.pathSeparator + CLASS_PATH));
            Optional<Broken> anyway = changed.flatMap(
                    broken -> unchanged.computeIfAbsent(run.of(broken.seed()), MutantMain::brokenAnyway));
            System.out.println(verdict(mutant, changed, anyway));
            return changed.isPresent() && anyway.isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What is printed about a mutant.
     *
     * @param changed what was broken with it
     * @param anyway what the same run breaks without it
     */
    static String verdict(Mutant mutant, Optional<Broken> changed, Optional<Broken> anyway) {
        if (changed.isEmpty()) {
            return "MISSED " + mutant.name() + ": " + mutant.meaning();
        }
        return anyway.map(broken -> "NOT SHOWN " + mutant.name() + ": seed " + broken.seed() + " breaks "
                        + broken.promise() + " without it too; correct the code or the check first")
                .orElseGet(() -> "caught " + mutant.name() + " " + changed.get());
    }

    private Run run(Mutant mutant) {
        String template = root.resolve("template.yaml").toString();
        if (mutant.level().isPresent()) {
            String level = mutant.level().get();
            return new Run(SimulationMain.class, List.of(template, "1", seeds, level, "none", "until-broken"));
        }
        List<String> arguments = new ArrayList<>(mutant.scenario());
        String name = arguments.set(0, template);
        Class<?> scenario = Optional.<Class<?>>ofNullable(SCENARIOS.get(name))
                .orElseThrow(() -> new IllegalStateException(mutant.name() + ": there is no scenario " + name));
        return new Run(scenario, arguments);
    }

    /** @throws IllegalStateException when the process did not come to its end, of which each prints something */
    private static Optional<Broken> brokenAnyway(Run run) {
        List<String> printed = printed(run, CLASS_PATH);
        if (printed.isEmpty()) {
            throw new IllegalStateException(run + " failed without a mutant; the reason is above");
        }
        return firstBroken(printed);
    }

    private static List<String> printed(Run run, String classPath) {
        try (Stream<String> lines = ChildJvm.briefly(classPath)
                .start(run.main(), run.arguments())
                .inputReader()
                .lines()) {
            return lines.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first promise that was broken, by what a process has printed. */
    static Optional<Broken> firstBroken(List<String> printed) {
        return printed.stream()
                .map(BROKEN::matcher)
                .filter(Matcher::lookingAt)
                .map(line -> new Broken(line.group(1), line.group(2)))
                .findFirst();
    }

    /** A promise that was broken in the world of a seed. */
    record Broken(String seed, String promise) {

        @Override
        public String toString() {
            return "by seed " + seed + " (" + promise + ")";
        }
    }

    /** A process: seeds until one breaks a promise, or a scenario. */
    private record Run(Class<?> main, List<String> arguments) {

        /** That of one of its seeds; a scenario is repeated whole. */
        Run of(String seed) {
            if (main != SimulationMain.class) {
                return this;
            }
            List<String> alone = new ArrayList<>(arguments);
            alone.set(1, seed);
            alone.set(2, "1");
            return new Run(main, alone);
        }
    }

    /** @throws IllegalStateException when it does not compile */
    static void compile(Path root, Mutant mutant, Path classes) throws IOException {
        Path source = classes.resolve("source").resolve(mutant.source().getFileName());
        Files.createDirectories(source.getParent());
        Files.writeString(source, mutant.apply(root));
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        System.err,
                        "-proc:none",
                        "-parameters",
                        "-nowarn",
                        "-cp",
                        CLASS_PATH,
                        "-d",
                        classes.toString(),
                        source.toString());
        if (failed != 0) {
            throw new IllegalStateException("the mutant " + mutant.name() + " does not compile");
        }
    }
}
