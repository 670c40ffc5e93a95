package com.scheduleevents.cli.operations;

import com.scheduleevents.terminal.NamedCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands on one kind of resource, such as {@code webhooks}. Their table is read when one of them is needed. */
public final class ResourceCommands implements NamedCommand {

    private final String name;
    private final String summary;
    private final Map<String, NamedCommand> others;
    private final Map<String, Operation> table = new LinkedHashMap<>();

    private ResourceCommands(String name, String summary, Map<String, NamedCommand> others) {
        this.name = name;
        this.summary = summary;
        this.others = others;
    }

    /**
     * All kinds, in the order of the help.
     *
     * @param others commands that are no operations, by the kind that they are commands on
     */
    public static List<ResourceCommands> all(Map<String, NamedCommand> others) {
        return resource("groups.txt")
                .lines()
                .map(line -> line.split("\t"))
                .map(line -> new ResourceCommands(
                        line[0],
                        line[1],
                        Optional.ofNullable(others.get(line[0]))
                                .map(other -> Map.of(other.name(), other))
                                .orElse(Map.of())))
                .toList();
    }

    /** The fields that the request of a command may have, each with the form of its value as the tables name it. */
    public static Map<String, String> bodyFields(String group, String command) {
        Map<String, String> fields = new LinkedHashMap<>();
        Objects.requireNonNull(new ResourceCommands(group, "", Map.of()).table().get(command), command)
                .parameters()
                .stream()
                .filter(parameter -> parameter.in().equals("body"))
                .forEach(parameter -> fields.put(parameter.name(), parameter.read()));
        return fields;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public Map<String, List<String>> within() {
        Map<String, List<String>> within = new LinkedHashMap<>();
        if (!table().containsKey(name)) {
            table().forEach((command, operation) ->
                    within.put(command, operation.fields("about").toList()));
            within.keySet().removeIf(command -> command.startsWith("."));
            others.forEach((other, command) -> within.put(other, List.of(command.summary())));
        }
        return within;
    }

    @Override
    public CommandLine made(IFactory factory) {
        if (table().containsKey(name)) {
            return made(name, factory);
        }
        CommandSpec group = CommandSpec.create().name(name);
        group.usageMessage().description(summary);
        return new CommandLine(group, factory);
    }

    @Override
    public CommandLine made(String within, IFactory factory) {
        return Optional.ofNullable(others.get(within))
                .map(other -> other.made(factory))
                .orElseGet(() -> OperationCommand.of(within, table(), factory));
    }

    /** The operations by the names of their commands; those that only others name have a dot before it. */
    private Map<String, Operation> table() {
        if (table.isEmpty()) {
            List<Parameter> parameters = new ArrayList<>();
            for (String line : resource(name + ".txt").lines().toList()) {
                Map<String, String> fields = new HashMap<>();
                String[] words = line.split("\t");
                Arrays.stream(words)
                        .skip(1)
                        .map(word -> word.split("=", 2))
                        .forEach(word -> fields.put(word[0], word[1]));
                if (words[0].isEmpty()) {
                    parameters.add(new Parameter(fields));
                } else {
                    parameters = new ArrayList<>();
                    table.put(words[0], new Operation(fields, parameters));
                }
            }
        }
        return table;
    }

    private static String resource(String file) {
        try (InputStream resource = ResourceCommands.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(resource, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
