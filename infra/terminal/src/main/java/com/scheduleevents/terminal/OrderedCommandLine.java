package com.scheduleevents.terminal;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of a program, which reads the arguments in the order of {@link ArgumentOrder}. */
final class OrderedCommandLine extends CommandLine {

    private final ArgumentOrder order;

    OrderedCommandLine(CommandSpec command, IFactory factory, ArgumentOrder order) {
        super(command, factory);
        this.order = order;
    }

    @Override
    public ParseResult parseArgs(String... arguments) {
        List<String> words = order.of(arguments);
        CommandLine command = this;
        for (String word : words) {
            requireCommand(command, word);
            if (!command.getSubcommands().containsKey(word)) {
                break;
            }
            command = command.getSubcommands().get(word);
        }
        return super.parseArgs(words.toArray(String[]::new));
    }

    /** The options that may stand before every command. */
    Set<String> leading() {
        return order.leading();
    }

    /**
     * Refuses an option in the place of a command: picocli goes on behind it, and complains about the first argument that the command does
     * not have, although the option is the mistake.
     */
    private void requireCommand(CommandLine command, String word) {
        String name = word.replaceFirst("=.*", "");
        if (!word.startsWith("-")
                || word.equals("--")
                || command.getSubcommands().isEmpty()
                || command.getCommandSpec().findOption(name) != null) {
            return;
        }
        if (leading().contains(name)) {
            throw new ParameterException(command, name + " needs a value, and a command behind it.");
        }
        throw new UnmatchedArgumentException(command, List.of(word));
    }
}
