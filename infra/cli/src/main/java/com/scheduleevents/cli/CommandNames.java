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
import com.scheduleevents.cli.verify.VerifyCommand;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** The commands by their names. Nothing is made of a command until it is needed, because each takes a while to build. */
final class CommandNames {

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

    private final Map<String, Class<?>> commands = new LinkedHashMap<>();

    CommandNames() {
        COMMANDS.forEach(type -> commands.put(of(type).name(), type));
    }

    /** The commands, in the order of the help. */
    Map<String, Class<?>> all() {
        return commands;
    }

    /** The command of a name. */
    Optional<Class<?>> find(String name) {
        return Optional.ofNullable(commands.get(name));
    }

    /** The names of a command's own commands; none where it has none, or is not known. */
    Set<String> within(String name) {
        return find(name).map(type -> methods(type).keySet()).orElse(Set.of());
    }

    /** The methods that are commands of a command, by name. */
    static Map<String, Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Command.class))
                .collect(Collectors.toMap(method -> of(method).name(), method -> method));
    }

    /** What is said of a command. */
    static Command of(AnnotatedElement command) {
        return command.getAnnotation(Command.class);
    }
}
