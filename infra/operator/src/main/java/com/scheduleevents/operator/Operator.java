package com.scheduleevents.operator;

import com.scheduleevents.operator.accounts.AccountCommands;
import com.scheduleevents.operator.accounts.ClinicCommands;
import com.scheduleevents.operator.accounts.KeyCommands;
import com.scheduleevents.operator.deadletters.DeadLetterCommands;
import com.scheduleevents.operator.fanout.FanOutCommand;
import com.scheduleevents.operator.usage.UsageCommands;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The operator's command line. */
@Command(
        name = "operator",
        description = {
            "Operates a deployment of Schedule Events and Webhooks: directly on its tables and queues, with your own AWS"
                    + " credentials, not through the public API."
        },
        footer = {"", "Exit status: 0 success, 1 refused or failed, 2 invalid arguments."},
        synopsisSubcommandLabel = "COMMAND")
public final class Operator {

    /** In characters. */
    private static final int HELP_WIDTH = 110;

    private static final List<Class<?>> COMMANDS = List.of(
            AccountCommands.class,
            ClinicCommands.class,
            KeyCommands.class,
            DeadLetterCommands.class,
            FanOutCommand.class,
            UsageCommands.class);

    private Operator() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(commandLine(arguments).execute(arguments));
    }

    /**
     * A command line that can be executed once; it writes to the standard streams unless others are set. Where the first argument
     * names a command, it has that one alone, because each takes a while to build.
     */
    public static CommandLine commandLine(String... arguments) {
        CommandLine commandLine = new CommandLine(new Operator());
        List<Class<?>> named = COMMANDS.stream()
                .filter(command -> arguments.length > 0
                        && command.getAnnotation(Command.class).name().equals(arguments[0]))
                .toList();
        (named.isEmpty() ? COMMANDS : named).forEach(commandLine::addSubcommand);
        commandLine
                .getCommandSpec()
                .mixinStandardHelpOptions(false)
                .addOption(CommandLine.Model.OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .scopeType(ScopeType.INHERIT)
                        .build());
        ArgumentReaders.register(commandLine);
        return commandLine
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionExceptionHandler(new ErrorMessages())
                .setParameterExceptionHandler(new ErrorMessages());
    }
}
