package com.scheduleevents.terminal;

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
        if (!unmatched.isUnknownOption() && command.getSubcommands().isEmpty()) {
            return "'" + word + "' is one argument too many.";
        }
        Set<String> known = unmatched.isUnknownOption()
                ? command.getCommandSpec().optionsMap().keySet()
                : command.getSubcommands().keySet();
        return "There is no " + (unmatched.isUnknownOption() ? "option " : "command ") + word + "."
                + Spelling.nearest(word, known)
                        .map(meant -> " Did you mean " + meant + "?")
                        .orElse("");
    }
}
