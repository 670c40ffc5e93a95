package com.scheduleevents.cli;

import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.commands.AccountUsageCommand;
import com.scheduleevents.cli.commands.Confirmation;
import com.scheduleevents.cli.commands.EventCommands;
import com.scheduleevents.cli.commands.ProfileCommands;
import com.scheduleevents.cli.commands.ReplayCommand;
import com.scheduleevents.cli.commands.TriggerCommand;
import com.scheduleevents.cli.commands.WebhookCommands;
import com.scheduleevents.cli.listen.ListenCommand;
import com.scheduleevents.cli.process.Surroundings;
import com.scheduleevents.cli.verify.VerifyCommand;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands and groups of options that need the surroundings; picocli makes the others. */
final class PartFactory implements IFactory {

    private final Map<Class<?>, Supplier<Object>> parts;
    private final IFactory others = CommandLine.defaultFactory();

    PartFactory(Surroundings surroundings) {
        this.parts = Map.of(
                ConnectionOptions.class, () -> new ConnectionOptions(surroundings),
                Confirmation.class, () -> new Confirmation(surroundings),
                TriggerCommand.class, () -> new TriggerCommand(new ConnectionOptions(surroundings)),
                EventCommands.class, () -> new EventCommands(surroundings),
                WebhookCommands.class, () -> new WebhookCommands(surroundings),
                ListenCommand.class, () -> new ListenCommand(surroundings),
                ReplayCommand.class, () -> new ReplayCommand(surroundings),
                VerifyCommand.class, () -> new VerifyCommand(surroundings),
                AccountUsageCommand.class, () -> new AccountUsageCommand(new ConnectionOptions(surroundings)),
                ProfileCommands.class, () -> new ProfileCommands(surroundings));
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        Optional<Supplier<Object>> part = Optional.ofNullable(parts.get(type));
        return part.isPresent() ? type.cast(part.get().get()) : others.create(type);
    }
}
