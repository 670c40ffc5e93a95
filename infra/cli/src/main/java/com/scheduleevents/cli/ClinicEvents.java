package com.scheduleevents.cli;

import com.scheduleevents.cli.process.ProcessContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line for integrators. */
@Command(
        name = "clinic-events",
        description =
                "Works with the API of Schedule Events and Webhooks: events, webhooks, deliveries, keys and usage.",
        footer = {
            "",
            "Options that may stand before every command: --api URL, --key KEY or --profile NAME, and --json.",
            "Help on a command: clinic-events help COMMAND",
            "Begin with: clinic-events profiles add NAME --api URL",
            "Exit status: 0 success, 1 refused or failed, 2 invalid arguments."
        },
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = ClinicEvents.Version.class)
public final class ClinicEvents {

    /** In characters. */
    private static final int HELP_WIDTH = 110;

    @Spec
    private CommandSpec command = CommandSpec.create();

    private ClinicEvents() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(commandLine(ProcessContext.ofProcess(), arguments).execute(arguments));
    }

    /**
     * A command line that can be executed once, with these arguments; it writes to the standard streams unless others are set. It has the
     * command that they name, and of the others only what the help says of them.
     */
    public static CommandLine commandLine(ProcessContext context, String... arguments) {
        CommandNames names = new CommandNames();
        List<String> ordered = new ArgumentOrder(names).of(arguments);
        IFactory factory = new CommandFactory(context);
        CommandLine commandLine = new OrderedCommandLine(new ClinicEvents(), factory, names);
        new CommandTree(names, factory).addTo(commandLine, ordered);
        commandLine
                .getCommandSpec()
                .addOption(standard("-h", "--help", "Show this help.")
                        .usageHelp(true)
                        .build())
                .addOption(standard("-V", "--version", "Show the version.")
                        .versionHelp(true)
                        .build());
        TimeReaders times = new TimeReaders(context.clock());
        commandLine
                .registerConverter(Instant.class, times::instant)
                .registerConverter(Duration.class, times::duration)
                .registerConverter(OffsetDateTime.class, TimeReaders::moment)
                .registerConverter(LocalDate.class, TimeReaders::day);
        return commandLine
                .setExecutionStrategy(parsed -> {
                    ArgumentText.requireReadable(commandLine, ordered);
                    ArgumentRules.require(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionExceptionHandler(new FailureMessages())
                .setParameterExceptionHandler(new FailureMessages());
    }

    /** Reads the arguments in the order of {@link ArgumentOrder}. */
    private static final class OrderedCommandLine extends CommandLine {

        private final ArgumentOrder order;

        OrderedCommandLine(Object command, IFactory factory, CommandNames names) {
            super(command, factory);
            this.order = new ArgumentOrder(names);
        }

        @Override
        public ParseResult parseArgs(String... arguments) {
            return super.parseArgs(order.of(arguments).toArray(String[]::new));
        }
    }

    @Command(
            name = "completion",
            description = {
                "Prints a script that completes commands and options in bash and zsh.",
                "Load it with: source <(clinic-events completion)"
            })
    void completion() {
        CommandLine all = command.commandLine();
        all.getOut().println(AutoComplete.bash(all.getCommandName(), all));
        all.getOut().flush();
    }

    private static OptionSpec.Builder standard(String letter, String name, String description) {
        return OptionSpec.builder(letter, name).description(description).scopeType(ScopeType.INHERIT);
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(ClinicEvents.class.getPackage().getImplementationVersion())
                    .orElse("(not packaged)");
            return new String[] {"clinic-events " + version};
        }
    }
}
