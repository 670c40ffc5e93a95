package com.scheduleevents.terminal;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;

/** The commands by their names. Nothing is made of a command until it is needed, because each takes a while to build. */
public final class CommandNames {

    private final Map<String, NamedCommand> commands = new LinkedHashMap<>();

    /**
     * A command that is a class with annotations; the commands within it are its methods that have them.
     *
     * @param name the same as that of its annotation, which takes longer to read
     * @param summary what the help says of it where it lists all commands
     */
    public record Named(String name, Class<?> type, String summary) implements NamedCommand {

        @Override
        public Map<String, List<String>> within() {
            return methods().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            entry -> List.of(entry.getValue()
                                    .getAnnotation(Command.class)
                                    .description())));
        }

        @Override
        public CommandLine made(IFactory factory) {
            return new CommandLine(type, factory);
        }

        @Override
        public CommandLine made(String within, IFactory factory) {
            return new CommandLine(Objects.requireNonNull(methods().get(within), within), factory);
        }

        private Map<String, Method> methods() {
            return Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Command.class))
                    .collect(Collectors.toMap(
                            method -> method.getAnnotation(Command.class).name(), method -> method));
        }
    }

    /** @param named the commands, in the order of the help */
    public CommandNames(NamedCommand... named) {
        for (NamedCommand each : named) {
            commands.put(each.name(), each);
        }
    }

    /** The commands, in the order of the help. */
    Map<String, NamedCommand> all() {
        return commands;
    }

    /** The command of a name. */
    Optional<NamedCommand> find(String name) {
        return Optional.ofNullable(commands.get(name));
    }

    /** The names of a command's own commands; none where it has none, or is not known. */
    Set<String> within(String name) {
        return find(name).map(command -> command.within().keySet()).orElse(Set.of());
    }
}
