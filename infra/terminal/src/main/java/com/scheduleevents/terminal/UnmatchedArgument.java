package com.scheduleevents.terminal;

import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is said of an argument that no command has. */
public final class UnmatchedArgument {

    private UnmatchedArgument() {}

    /** A sentence, with what is spelled alike. */
    public static String sentence(UnmatchedArgumentException unmatched) {
        String word = unmatched.getUnmatched().getFirst();
        CommandLine command = unmatched.getCommandLine();
        if (unmatched.isUnknownOption()) {
            String name = word.replaceFirst("=.*", "");
            return "There is no option " + name + "." + meant(name, options(command));
        }
        return command.getSubcommands().isEmpty()
                ? "'" + word + "' is one argument too many."
                : "There is no command " + word + "."
                        + meant(word, command.getSubcommands().keySet());
    }

    private static String meant(String word, Set<String> known) {
        return Spelling.nearest(word, known)
                .map(meant -> " Did you mean " + meant + "?")
                .orElse("");
    }

    /** The options of a command; where another word has to follow, those that may stand before every command too. */
    private static Set<String> options(CommandLine command) {
        Set<String> options =
                new HashSet<>(command.getCommandSpec().optionsMap().keySet());
        if (!command.getSubcommands().isEmpty()
                && command.getCommandSpec().root().commandLine() instanceof OrderedCommandLine program) {
            options.addAll(program.leading());
        }
        return options;
    }
}
