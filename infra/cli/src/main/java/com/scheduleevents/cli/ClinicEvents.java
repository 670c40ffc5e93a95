package com.scheduleevents.cli;

import com.scheduleevents.cli.api.RequestTime;
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
import com.scheduleevents.terminal.CommandNames;
import com.scheduleevents.terminal.CommandNames.Named;
import com.scheduleevents.terminal.CommandProgram;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/** The command line for integrators. */
public final class ClinicEvents {

    private static final CommandNames COMMANDS = new CommandNames(
            new Named("listen", ListenCommand.class, ListenCommand.SUMMARY),
            new Named("trigger", TriggerCommand.class, TriggerCommand.SUMMARY),
            new Named("events", EventCommands.class, EventCommands.SUMMARY),
            new Named("webhooks", WebhookCommands.class, WebhookCommands.SUMMARY),
            new Named("deliveries", DeliveryCommands.class, DeliveryCommands.SUMMARY),
            new Named("replay", ReplayCommand.class, ReplayCommand.SUMMARY),
            new Named("verify", VerifyCommand.class, VerifyCommand.SUMMARY),
            new Named("keys", ApiKeyCommands.class, ApiKeyCommands.SUMMARY),
            new Named("usage", AccountUsageCommand.class, AccountUsageCommand.SUMMARY),
            new Named("profiles", ProfileCommands.class, ProfileCommands.SUMMARY));

    private static final CommandProgram PROGRAM = new CommandProgram(
            "clinic-events",
            "Works with the API of Schedule Events and Webhooks: events, webhooks, deliveries, keys and usage.",
            COMMANDS,
            Set.of("--api", "--key", "--profile"),
            Map.of("--json", "--json"));

    private static final List<String> FOOTER = List.of(
            "",
            "Options that may stand before every command: --api URL, --key KEY or --profile NAME, and --json.",
            "Help on a command: clinic-events help COMMAND",
            "Begin with: clinic-events profiles add NAME --api URL",
            "Exit status: 0 success, 1 refused or failed, 2 invalid arguments.");

    private ClinicEvents() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(commandLine(ProcessContext.ofProcess(), arguments).execute(arguments));
    }

    /** A command line that can be executed once, with these arguments; it writes to the standard streams unless others are set. */
    public static CommandLine commandLine(ProcessContext context, String... arguments) {
        TimeReaders times = new TimeReaders(context.clock());
        return PROGRAM.commandLine(new CommandFactory(context), FOOTER, ArgumentRules::require, arguments)
                .registerConverter(RequestTime.class, times::time)
                .registerConverter(Instant.class, times::instant)
                .registerConverter(Duration.class, times::duration)
                .registerConverter(LocalDate.class, TimeReaders::day)
                .setExecutionExceptionHandler(new FailureMessages())
                .setParameterExceptionHandler(new FailureMessages());
    }
}
