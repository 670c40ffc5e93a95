package com.scheduleevents.terminal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands that a run needs. Building a command takes longer than most commands do, so only the one that is named is built whole; the
 * others have their names and descriptions, for the help and for suggestions.
 */
final class CommandTree {

    /** The command that needs all of them whole. */
    static final String COMPLETION = "completion";

    private final CommandNames names;
    private final IFactory factory;

    /** @param factory makes the commands, and what they need */
    CommandTree(CommandNames names, IFactory factory) {
        this.names = names;
        this.factory = factory;
    }

    /**
     * Adds them to the command line that has them; none where only its version is asked for.
     *
     * @param words the arguments, with the words of the command first
     */
    void addTo(CommandLine root, List<String> words) {
        if (words.equals(List.of("--version")) || words.equals(List.of("-V"))) {
            return;
        }
        boolean whole = words.getFirst().equals(COMPLETION);
        Optional<NamedCommand> named = names.find(words.getFirst());
        Optional<String> second = words.stream().skip(1).findFirst();
        names.all().forEach((name, command) -> {
            if (whole || named.equals(Optional.of(command))) {
                root.addSubcommand(name, built(command, whole ? Optional.empty() : second, whole));
            } else if (named.isEmpty()) {
                root.addSubcommand(name, described(name, command.summary()));
            }
        });
        if (named.isEmpty()) {
            root.addSubcommand("help", described("help", "Shows the help of a command."));
        }
    }

    /** A command with its own commands. */
    private CommandLine built(NamedCommand command, Optional<String> second, boolean whole) {
        CommandLine built = command.made(factory);
        Map<String, List<String>> within = new TreeMap<>(command.within());
        Optional<String> named = second.filter(within::containsKey);
        within.forEach((name, description) -> {
            if (whole || named.equals(Optional.of(name))) {
                built.addSubcommand(name, command.made(name, factory));
            } else if (named.isEmpty()) {
                built.addSubcommand(name, described(name, description.toArray(String[]::new)));
            }
        });
        return built;
    }

    private static CommandSpec described(String name, String... description) {
        return CommandSpec.create().name(name).usageMessage(new UsageMessageSpec().description(description));
    }
}
