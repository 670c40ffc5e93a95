package com.scheduleevents.operator;

import com.scheduleevents.operator.accounts.AccountCommand;
import com.scheduleevents.operator.accounts.ClinicCommand;
import com.scheduleevents.operator.accounts.KeyCommand;
import com.scheduleevents.operator.deadletters.DeadLettersCommand;
import com.scheduleevents.operator.fanout.FanOutCommand;
import com.scheduleevents.operator.usage.UsageCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The operator's command line. */
@Command(
        name = "operator",
        description = {
            "Operates a deployment of Schedule Events and Webhooks: on its tables and queues, with your own AWS"
                    + " credentials, never through the public API."
        },
        footer = {"", "Exit status: 0 done, 1 refused or failed, 2 called in a wrong way."},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AccountCommand.class,
            ClinicCommand.class,
            KeyCommand.class,
            DeadLettersCommand.class,
            FanOutCommand.class,
            UsageCommand.class
        })
public final class Operator {

    /** Wide enough for a sentence, narrow enough for a terminal beside another. */
    private static final int HELP_WIDTH = 110;

    private Operator() {}

    /** Runs one command and ends with its status. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command line, to be executed once; it writes to the process's streams unless told otherwise. */
    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Operator());
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
                .setExecutionExceptionHandler(new ErrorSentences())
                .setParameterExceptionHandler(new ErrorSentences());
    }
}
