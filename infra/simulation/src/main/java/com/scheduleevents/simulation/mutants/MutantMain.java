package com.scheduleevents.simulation.mutants;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Puts each mutant in the place of the class that it changes, and simulates seeds until a promise is broken. A mutant that none
 * of them finds fails the command: the simulation does not see what it is for.
 */
public final class MutantMain {

    private static final Pattern SEED = Pattern.compile("seed (\\d+): (\\w+)");

    private final Path root;
    private final String classPath = System.getProperty("java.class.path");
    private final String seeds;

    private MutantMain(Path root, String seeds) {
        this.root = root;
        this.seeds = seeds;
    }

    /** @param arguments the root of the repository, how many seeds each mutant may take, and a part of the mutants' names */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        MutantMain main = new MutantMain(Path.of(arguments[0]), arguments[1]);
        List<Path> files;
        try (Stream<Path> all = Files.list(main.root.resolve("infra/simulation/mutants"))) {
            files = all.filter(file -> file.toString().endsWith(".mutant"))
                    .filter(file -> arguments.length < 3 || file.toString().contains(arguments[2]))
                    .sorted()
                    .toList();
        }
        int missed = 0;
        for (Path file : files) {
            Mutant mutant = Mutant.read(file);
            Optional<String> caught = main.run(mutant);
            System.out.println(caught.map(how -> "caught " + mutant.name() + " " + how)
                    .orElseGet(() -> "MISSED " + mutant.name() + ": " + mutant.meaning()));
            missed += caught.isEmpty() ? 1 : 0;
        }
        System.out.println(files.size() - missed + " of " + files.size() + " mutants were caught");
        System.exit(missed == 0 ? 0 : 1);
    }

    private Optional<String> run(Mutant mutant) throws IOException, InterruptedException {
        Path classes = Files.createTempDirectory("mutant-" + mutant.name());
        compile(mutant, classes);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", classes + java.io.File.pathSeparator + classPath));
        command.add("com.scheduleevents.simulation.SimulationMain");
        command.addAll(List.of(root.resolve("template.yaml").toString(), "1", seeds, "savage", "none", "until-broken"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (Stream<String> lines = process.inputReader().lines()) {
            List<String> told = lines.toList();
            process.waitFor();
            return told.stream()
                    .map(SEED::matcher)
                    .filter(Matcher::lookingAt)
                    .map(line -> "by seed " + line.group(1) + " (" + line.group(2) + ")")
                    .findFirst();
        }
    }

    private void compile(Mutant mutant, Path classes) throws IOException {
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
                        classPath,
                        "-d",
                        classes.toString(),
                        source.toString());
        if (failed != 0) {
            throw new IllegalStateException("the mutant " + mutant.name() + " does not compile");
        }
    }
}
