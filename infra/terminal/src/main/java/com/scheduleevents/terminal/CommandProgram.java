package com.scheduleevents.terminal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/**
 * A program of many commands. It is described here and not by annotations, because reading the first annotation takes a third as long as
 * the whole start of Java.
 */
public final class CommandProgram {

    /** In characters. */
    private static final int HELP_WIDTH = 110;

    private final String name;
    private final String description;
    private final CommandNames commands;
    private final ArgumentOrder order;
    private final FailureMessages failures;

    /**
     * @param description what the help says first
     * @param commands its commands
     * @param withValue options with a value that may stand before the command
     * @param alone those without one, as {@link ArgumentOrder} has them
     * @param failures the sentences for failures that are no {@link CommandFailure} but that the program knows
     */
    public CommandProgram(
            String name,
            String description,
            CommandNames commands,
            Set<String> withValue,
            Map<String, String> alone,
            Function<Exception, Optional<String>> failures) {
        this.name = name;
        this.description = description;
        this.commands = commands;
        this.order = new ArgumentOrder(commands, withValue, alone);
        this.failures = new FailureMessages(failures);
    }

    /**
     * A command line that can be executed once, with these arguments; it writes to the standard streams unless others are set. It has the
     * command that they name, and of the others only what the help says of them.
     *
     * @param factory makes the commands, and what they need
     * @param footer what the help says last
     * @param rules refuses what was parsed, by a {@link picocli.CommandLine.ParameterException}
     */
    public CommandLine commandLine(
            IFactory factory, List<String> footer, Consumer<ParseResult> rules, String... arguments) {
        List<String> words = order.of(arguments);
        CommandSpec root =
                CommandSpec.wrapWithoutInspection(this, factory).name(name).versionProvider(version());
        root.usageMessage()
                .description(description)
                .footer(footer.toArray(String[]::new))
                .synopsisSubcommandLabel("COMMAND");
        CommandLine commandLine = new OrderedCommandLine(root, factory, order);
        commandLine.addSubcommand(CommandTree.COMPLETION, completion(commandLine));
        new CommandTree(commands, factory).addTo(commandLine, words);
        root.addOption(standard("-h", "--help", "Show this help.")
                        .usageHelp(true)
                        .build())
                .addOption(standard("-V", "--version", "Show the version.")
                        .versionHelp(true)
                        .build());
        return commandLine
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionStrategy(parsed -> {
                    ArgumentText.requireReadable(commandLine, words);
                    rules.accept(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }

    private CommandSpec completion(CommandLine all) {
        Runnable print = () -> {
            all.getOut().println(AutoComplete.bash(name, all));
            all.getOut().flush();
        };
        CommandSpec completion = CommandSpec.wrapWithoutInspection(print);
        completion
                .usageMessage()
                .description(
                        "Prints a script that completes commands and options in bash and zsh.",
                        "Load it with: source <(" + name + " completion)");
        return completion;
    }

    private static OptionSpec.Builder standard(String letter, String name, String description) {
        return OptionSpec.builder(letter, name).description(description).scopeType(ScopeType.INHERIT);
    }

    /** That of the jar. */
    private IVersionProvider version() {
        return () -> new String[] {
            name + " "
                    + Optional.ofNullable(CommandProgram.class.getPackage().getImplementationVersion())
                            .orElse("(not packaged)")
        };
    }
}
