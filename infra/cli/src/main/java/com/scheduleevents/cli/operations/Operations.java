package com.scheduleevents.cli.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.terminal.NamedCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands on one kind of resource, such as {@code webhooks}. Their table is read when one of them is needed. */
public final class Operations implements NamedCommand {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final String summary;
    private final Map<String, NamedCommand> others;
    private Optional<JsonNode> table = Optional.empty();

    private Operations(String name, String summary, Map<String, NamedCommand> others) {
        this.name = name;
        this.summary = summary;
        this.others = others;
    }

    /**
     * All kinds, in the order of the help.
     *
     * @param others commands that are no operations, by the kind that they are commands on
     */
    public static List<Operations> all(Map<String, NamedCommand> others) {
        return resource("groups.txt")
                .lines()
                .map(line -> line.split(" ", 2))
                .map(line -> new Operations(
                        line[0],
                        line[1],
                        Optional.ofNullable(others.get(line[0]))
                                .map(other -> Map.of(other.name(), other))
                                .orElse(Map.of())))
                .toList();
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
        if (!table().has(name)) {
            table().properties().forEach(each -> within.put(each.getKey(), new Operation(each.getValue()).about()));
            others.forEach((other, command) -> within.put(other, List.of(command.summary())));
        }
        return within;
    }

    @Override
    public CommandLine made(IFactory factory) {
        if (table().has(name)) {
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
                .orElseGet(() -> OperationCommand.of(within, new Operation(table().path(within)), factory));
    }

    private JsonNode table() {
        JsonNode read = table.orElseGet(() -> {
            try {
                return JSON.readTree(resource(name + ".json"));
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        });
        table = Optional.of(read);
        return read;
    }

    private static String resource(String file) {
        try (InputStream resource = Operations.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(resource, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
