package com.scheduleevents.cli;

import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.apply.ApplyCommand;
import com.scheduleevents.cli.commands.ProfileCommands;
import com.scheduleevents.cli.commands.ReplayCommand;
import com.scheduleevents.cli.commands.TailCommand;
import com.scheduleevents.cli.commands.TriggerCommand;
import com.scheduleevents.cli.listen.ListenCommand;
import com.scheduleevents.cli.mcp.McpCommand;
import com.scheduleevents.cli.operations.Confirmation;
import com.scheduleevents.cli.operations.OutcomeWait;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.verify.VerifyCommand;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands and groups of options that need the process context; picocli makes the others. */
final class CommandFactory implements IFactory {

    private final Map<Class<?>, Supplier<Object>> suppliers;
    private final IFactory others = CommandLine.defaultFactory();

    CommandFactory(ProcessContext context) {
        this.suppliers = Map.ofEntries(
                Map.entry(ConnectionOptions.class, () -> new ConnectionOptions(context)),
                Map.entry(ResultPrinter.class, () -> new ResultPrinter(context.terminal()::width)),
                Map.entry(Confirmation.class, () -> new Confirmation(context)),
                Map.entry(TriggerCommand.class, () -> new TriggerCommand(new ConnectionOptions(context))),
                Map.entry(OutcomeWait.class, () -> new OutcomeWait(context.pause())),
                Map.entry(TailCommand.class, () -> new TailCommand(context)),
                Map.entry(ListenCommand.class, () -> new ListenCommand(context)),
                Map.entry(McpCommand.class, () -> new McpCommand(context)),
                Map.entry(ApplyCommand.class, () -> new ApplyCommand(context)),
                Map.entry(ReplayCommand.class, () -> new ReplayCommand(context)),
                Map.entry(VerifyCommand.class, () -> new VerifyCommand(context)),
                Map.entry(ProfileCommands.class, () -> new ProfileCommands(context)));
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        Optional<Supplier<Object>> supplier = Optional.ofNullable(suppliers.get(type));
        return supplier.isPresent() ? type.cast(supplier.get().get()) : others.create(type);
    }
}
