package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Tests that the help of every command is the one that was reviewed: commands, options, their other names, defaults and texts. After an
 * intended change, {@code target/help.txt} replaces the reviewed file.
 */
class HelpTest {

    private static final Path REVIEWED = Path.of("src/test/resources/com/scheduleevents/cli/help.txt");

    @TempDir
    Path home = Path.of("");

    @Test
    void helpAndCompletionAreThoseThatWereReviewed() throws IOException {
        List<String> pages = new ArrayList<>();
        collect(ClinicEvents.commandLine(new Program(home).context(), "completion"), List.of(), pages);
        String all = String.join("\n", pages);
        Files.writeString(Path.of("target/help.txt"), all);
        assertThat(all.lines()).containsExactlyElementsOf(Files.readAllLines(REVIEWED));
    }

    /** The pages of a command and of the commands within it, by name. */
    private void collect(CommandLine command, List<String> words, List<String> pages) {
        String help = new Program(home)
                .run(Stream.concat(words.stream(), Stream.of("--help")).toArray(String[]::new));
        pages.add("$ clinic-events " + String.join(" ", words) + " --help\n" + help + completed(command));
        new TreeMap<>(command.getSubcommands())
                .forEach((name, each) -> collect(
                        each, Stream.concat(words.stream(), Stream.of(name)).toList(), pages));
    }

    /** The values that the shell completes. */
    private static String completed(CommandLine command) {
        return command.getCommandSpec().args().stream()
                .filter(argument -> argument.completionCandidates() != null)
                .map(argument -> "# completes " + argument.paramLabel() + ": "
                        + String.join(" ", argument.completionCandidates()) + "\n")
                .sorted()
                .collect(Collectors.joining());
    }
}
