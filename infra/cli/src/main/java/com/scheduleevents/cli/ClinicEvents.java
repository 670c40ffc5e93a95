package com.scheduleevents.cli;

import com.scheduleevents.cli.commands.AccountUsageCommand;
import com.scheduleevents.cli.commands.ApiKeyCommands;
import com.scheduleevents.cli.commands.DeliveryCommands;
import com.scheduleevents.cli.commands.EventCommands;
import com.scheduleevents.cli.commands.ProfileCommands;
import com.scheduleevents.cli.commands.ReplayCommand;
import com.scheduleevents.cli.commands.TriggerCommand;
import com.scheduleevents.cli.commands.WebhookCommands;
import com.scheduleevents.cli.listen.ListenCommand;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.verify.VerifyCommand;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line for integrators. */
@Command(
        name = "clinic-events",
        description =
                "Works with the API of Schedule Events and Webhooks: events, webhooks, deliveries, keys and usage.",
        footer = {
            "",
            "Begin with: clinic-events profiles add NAME --api URL",
            "Exit status: 0 success, 1 refused or failed, 2 invalid arguments."
        },
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = ClinicEvents.Version.class)
public final class ClinicEvents {

    /** In characters. */
    private static final int HELP_WIDTH = 110;

    private static final List<Class<?>> COMMANDS = List.of(
            ListenCommand.class,
            TriggerCommand.class,
            EventCommands.class,
            WebhookCommands.class,
            DeliveryCommands.class,
            ReplayCommand.class,
            VerifyCommand.class,
            ApiKeyCommands.class,
            AccountUsageCommand.class,
            ProfileCommands.class);

    @Spec
    private CommandSpec command = CommandSpec.create();

    private ClinicEvents() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(commandLine(ProcessContext.ofProcess(), arguments).execute(arguments));
    }

    /**
     * A command line that can be executed once; it writes to the standard streams unless others are set. Where the first argument
     * names a command, it has that one alone, because each takes a while to build.
     */
    public static CommandLine commandLine(ProcessContext context, String... arguments) {
        CommandLine commandLine = new CommandLine(new ClinicEvents(), new CommandFactory(context));
        List<Class<?>> named = COMMANDS.stream()
                .filter(type -> arguments.length > 0
                        && type.getAnnotation(Command.class).name().equals(arguments[0]))
                .toList();
        (named.isEmpty() ? COMMANDS : named).forEach(commandLine::addSubcommand);
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
                    ArgumentText.requireReadable(commandLine, List.of(arguments));
                    ArgumentRules.require(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionExceptionHandler(new FailureMessages())
                .setParameterExceptionHandler(new FailureMessages());
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
