package com.scheduleevents.operator;

import com.scheduleevents.operator.accounts.AccountCommands;
import com.scheduleevents.operator.accounts.AddressCommands;
import com.scheduleevents.operator.accounts.AuditCommands;
import com.scheduleevents.operator.accounts.ClinicCommands;
import com.scheduleevents.operator.accounts.ConsoleCommand;
import com.scheduleevents.operator.accounts.EraseCommands;
import com.scheduleevents.operator.accounts.KeyCommands;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.deadletters.DeadLetterCommands;
import com.scheduleevents.operator.fanout.FanOutCommand;
import com.scheduleevents.operator.mail.MailSenderCommand;
import com.scheduleevents.operator.usage.UsageCommands;
import com.scheduleevents.operator.webhooks.SupportCommands;
import com.scheduleevents.terminal.CommandNames;
import com.scheduleevents.terminal.CommandNames.Named;
import com.scheduleevents.terminal.CommandProgram;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/** The operator's command line. */
public final class Operator {

    private static final CommandNames COMMANDS = new CommandNames(
            new Named("account", AccountCommands.class, AccountCommands.SUMMARY),
            new Named("clinic", ClinicCommands.class, ClinicCommands.SUMMARY),
            new Named("key", KeyCommands.class, KeyCommands.SUMMARY),
            new Named("console", ConsoleCommand.class, ConsoleCommand.SUMMARY),
            new Named("webhook", SupportCommands.class, SupportCommands.SUMMARY),
            new Named("address", AddressCommands.class, AddressCommands.SUMMARY),
            new Named("audit", AuditCommands.class, AuditCommands.SUMMARY),
            new Named("erase", EraseCommands.class, EraseCommands.SUMMARY),
            new Named("dead-letters", DeadLetterCommands.class, DeadLetterCommands.SUMMARY),
            new Named("fan-out", FanOutCommand.class, FanOutCommand.SUMMARY),
            new Named("usage", UsageCommands.class, UsageCommands.SUMMARY),
            new Named("mail-sender", MailSenderCommand.class, MailSenderCommand.SUMMARY));

    private static final CommandProgram PROGRAM = new CommandProgram(
            "operator",
            "Operates a deployment of Schedule Events and Webhooks: directly on its tables and queues, with your own AWS credentials, not"
                    + " through the public API.",
            COMMANDS,
            Set.of("--stack"),
            Map.of("--json", "--json", "--local", "--local=" + TargetOptions.LOCAL_FILE),
            AwsFailures::sentence);

    private static final List<String> FOOTER = List.of(
            "",
            "Options that may stand before every command: --stack NAME or --local, and --json.",
            "Help on a command: operator help COMMAND",
            "Exit status: 0 success, 1 refused or failed, 2 invalid arguments.");

    private Operator() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(commandLine(arguments).execute(arguments));
    }

    /** A command line that can be executed once, with these arguments; it writes to the standard streams unless others are set. */
    public static CommandLine commandLine(String... arguments) {
        CommandLine commandLine = PROGRAM.commandLine(CommandLine.defaultFactory(), FOOTER, _ -> {}, arguments);
        ArgumentReaders.register(commandLine);
        return commandLine;
    }
}
