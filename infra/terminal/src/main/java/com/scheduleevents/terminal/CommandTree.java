package com.scheduleevents.terminal;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands that a run needs. Building a command reads all of its annotations, which takes longer than most commands do, so only the
 * one that is named is built whole; the others have their names and descriptions, for the help and for suggestions.
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
     * Adds them to the command line that has them.
     *
     * @param words the arguments, with the words of the command first
     */
    void addTo(CommandLine root, List<String> words) {
        boolean whole = words.getFirst().equals(COMPLETION);
        Optional<Class<?>> named = words.stream().findFirst().flatMap(names::find);
        Optional<String> second = words.stream().skip(1).findFirst();
        names.all().forEach((name, type) -> {
            if (whole || named.equals(Optional.of(type))) {
                root.addSubcommand(name, built(type, whole ? Optional.empty() : second, whole));
            } else if (named.isEmpty()) {
                root.addSubcommand(name, CommandSpec.create().usageMessage(usage(names.summary(name))));
            }
        });
        if (named.isEmpty()) {
            root.addSubcommand("help", CommandSpec.create().usageMessage(usage("Shows the help of a command.")));
        }
    }

    /** A command with its own commands. */
    private CommandLine built(Class<?> type, Optional<String> second, boolean whole) {
        CommandLine built = new CommandLine(type, factory);
        Map<String, Method> methods = CommandNames.methods(type);
        Optional<Method> named = second.map(methods::get);
        methods.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            if (whole || named.equals(Optional.of(entry.getValue()))) {
                built.addSubcommand(entry.getKey(), new CommandLine(entry.getValue(), factory));
            } else if (named.isEmpty()) {
                built.addSubcommand(entry.getKey(), described(entry.getValue()));
            }
        });
        return built;
    }

    private static CommandSpec described(AnnotatedElement command) {
        Command said = CommandNames.of(command);
        return CommandSpec.create().name(said.name()).usageMessage(usage(said.description()));
    }

    private static CommandLine.Model.UsageMessageSpec usage(String... description) {
        return new CommandLine.Model.UsageMessageSpec().description(description);
    }
}
