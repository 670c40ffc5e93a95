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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Puts each mutant in the place of the class that it changes, and simulates seeds, or a scenario, until a promise is broken. A mutant
 * that none of them finds fails the command: the simulation does not see what it is for. A process that ends for any other reason has found
 * nothing, since what ends it may have nothing to do with the mutant; it has printed the reason.
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
            Optional<String> caught = run(mutant);
            System.out.println(caught.map(how -> "caught " + mutant.name() + " " + how)
                    .orElseGet(() -> "MISSED " + mutant.name() + ": " + mutant.meaning()));
            return caught.isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<String> run(Mutant mutant) throws IOException {
        Path classes = Files.createTempDirectory("mutant-" + mutant.name());
        compile(root, mutant, classes);
        try (Stream<String> lines = start(mutant, classes).inputReader().lines()) {
            return firstBroken(lines.toList());
        }
    }

    private Process start(Mutant mutant, Path classes) throws IOException {
        ChildJvm jvm = ChildJvm.briefly(classes + File.pathSeparator + CLASS_PATH);
        String template = root.resolve("template.yaml").toString();
        if (mutant.level().isPresent()) {
            String level = mutant.level().get();
            return jvm.start(SimulationMain.class, List.of(template, "1", seeds, level, "none", "until-broken"));
        }
        List<String> arguments = new ArrayList<>(mutant.scenario());
        String name = arguments.set(0, template);
        Class<?> scenario = Optional.<Class<?>>ofNullable(SCENARIOS.get(name))
                .orElseThrow(() -> new IllegalStateException(mutant.name() + ": there is no scenario " + name));
        return jvm.start(scenario, arguments);
    }

    /** The first promise that was broken, by what a process has printed. */
    static Optional<String> firstBroken(List<String> printed) {
        return printed.stream()
                .map(BROKEN::matcher)
                .filter(Matcher::lookingAt)
                .map(line -> "by seed " + line.group(1) + " (" + line.group(2) + ")")
                .findFirst();
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
