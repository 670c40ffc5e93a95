package com.scheduleevents.terminal;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** The commands by their names. Nothing is made of a command until it is needed, because each takes a while to build. */
public final class CommandNames {

    private final Map<String, Class<?>> commands = new LinkedHashMap<>();
    private final Map<String, String> summaries = new HashMap<>();

    /**
     * A command.
     *
     * @param name the same as that of its annotation, which takes longer to read
     * @param summary what the help says of it where it lists all commands
     */
    public record Named(String name, Class<?> type, String summary) {}

    /** @param named the commands, in the order of the help */
    public CommandNames(Named... named) {
        for (Named each : named) {
            commands.put(each.name(), each.type());
            summaries.put(each.name(), each.summary());
        }
    }

    /** The commands, in the order of the help. */
    Map<String, Class<?>> all() {
        return commands;
    }

    /** The command of a name. */
    Optional<Class<?>> find(String name) {
        return Optional.ofNullable(commands.get(name));
    }

    /** What the help says of a command where it lists all of them. */
    String summary(String name) {
        return Objects.requireNonNull(summaries.get(name));
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
