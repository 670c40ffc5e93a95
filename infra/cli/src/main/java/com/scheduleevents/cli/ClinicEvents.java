package com.scheduleevents.cli;

import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.RequestTime;
import com.scheduleevents.cli.apply.ApplyCommand;
import com.scheduleevents.cli.commands.ProfileCommands;
import com.scheduleevents.cli.commands.ReplayCommand;
import com.scheduleevents.cli.commands.TailCommand;
import com.scheduleevents.cli.commands.TriggerCommand;
import com.scheduleevents.cli.listen.ListenCommand;
import com.scheduleevents.cli.mcp.McpCommand;
import com.scheduleevents.cli.operations.ResourceCommands;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.verify.VerifyCommand;
import com.scheduleevents.terminal.CommandNames;
import com.scheduleevents.terminal.CommandNames.Named;
import com.scheduleevents.terminal.CommandProgram;
import com.scheduleevents.terminal.NamedCommand;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** The command line for integrators. */
public final class ClinicEvents {

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
        return program()
                .commandLine(new CommandFactory(context), FOOTER, ArgumentRules::require, arguments)
                .registerConverter(RequestTime.class, times::time)
                .registerConverter(Instant.class, times::instant)
                .registerConverter(Duration.class, times::duration)
                .registerConverter(LocalDate.class, TimeReaders::day);
    }

    private static CommandProgram program() {
        List<NamedCommand> commands = new ArrayList<>(List.of(
                new Named("listen", ListenCommand.class, ListenCommand.SUMMARY),
                new Named("trigger", TriggerCommand.class, TriggerCommand.SUMMARY),
                new Named("replay", ReplayCommand.class, ReplayCommand.SUMMARY),
                new Named("apply", ApplyCommand.class, ApplyCommand.SUMMARY),
                new Named("verify", VerifyCommand.class, VerifyCommand.SUMMARY)));
        commands.addAll(
                ResourceCommands.all(Map.of("events", new Named("tail", TailCommand.class, TailCommand.SUMMARY))));
        commands.add(new Named("mcp", McpCommand.class, McpCommand.SUMMARY));
        commands.add(new Named("profiles", ProfileCommands.class, ProfileCommands.SUMMARY));
        return new CommandProgram(
                "clinic-events",
                "Works with the API of Schedule Events and Webhooks: events, webhooks, deliveries, keys and usage.",
                new CommandNames(commands.toArray(NamedCommand[]::new)),
                Set.of("--api", "--key", "--profile"),
                Map.of("--json", "--json"),
                ClinicEvents::refusal);
    }

    private static Optional<String> refusal(Exception failure) {
        return failure instanceof ApiFailure refused
                ? Optional.of(String.valueOf(refused.getMessage()))
                : Optional.empty();
    }
}
