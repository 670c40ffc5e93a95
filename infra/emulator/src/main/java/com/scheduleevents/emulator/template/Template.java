package com.scheduleevents.emulator.template;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A deployment: what the template describes, every value resolved. All maps are by logical id.
 *
 * @param functions the functions
 * @param tables DynamoDB's tables
 * @param queues SQS's queues
 * @param keys KMS's keys: their ARNs
 * @param api the REST API, if there is one
 * @param outputs the stack's outputs by name
 */
public record Template(
        Map<String, FunctionSpec> functions,
        Map<String, TableSpec> tables,
        Map<String, QueueSpec> queues,
        Map<String, String> keys,
        Optional<RestApi> api,
        Map<String, String> outputs) {

    /**
     * Reads a template.
     *
     * @param file the template; the functions' CodeUri is relative to its directory
     * @param parameters values for its parameters, by name
     * @param surroundings where it runs
     * @throws TemplateProblem when it says something that the local cloud cannot carry out
     */
    public static Template read(Path file, Map<String, String> parameters, PseudoParameters surroundings)
            throws IOException {
        Path directory = file.toAbsolutePath().resolveSibling("").normalize();
        return new TemplateReader(YamlFile.parse(Files.readString(file)), directory, parameters, surroundings).read();
    }

    /**
     * The same deployment on a slow machine: the time-outs of functions and the visibility time-outs of queues, which real Lambda
     * never lets a busy neighbour eat into, become so many times as long.
     *
     * @param factor at least 1, which leaves everything as it is
     * @throws IllegalArgumentException when it is less
     */
    public Template stretched(int factor) {
        if (factor < 1) {
            throw new IllegalArgumentException("Time cannot be stretched by " + factor + ": 1 or more.");
        }
        if (factor == 1) {
            return this;
        }
        return new Template(
                functions.entrySet().stream()
                        .collect(toMap(Map.Entry::getKey, entry -> entry.getValue().stretched(factor))),
                tables,
                queues.entrySet().stream()
                        .collect(toMap(Map.Entry::getKey, entry -> entry.getValue().stretched(factor))),
                keys,
                api,
                outputs);
    }

    /** The function of that logical id, which has to be there. */
    public FunctionSpec function(String id) {
        return existing(functions, id);
    }

    /** The table of that logical id, which has to be there. */
    public TableSpec table(String id) {
        return existing(tables, id);
    }

    /** The queue of that logical id, which has to be there. */
    public QueueSpec queue(String id) {
        return existing(queues, id);
    }

    private static <T> T existing(Map<String, T> resources, String id) {
        return Optional.ofNullable(resources.get(id))
                .orElseThrow(() -> new TemplateProblem("The template has no " + id + " of the type that is needed."));
    }

    /** A template as it is written, short tags written out: {@code !Ref A} is {@code {"Ref": "A"}}. */
    public static JsonNode declared(Path file) throws IOException {
        return YamlFile.parse(Files.readString(file));
    }

    /** The names of the parameters that a template has. */
    public static java.util.Set<String> parameterNames(Path file) throws IOException {
        return YamlFile.parse(Files.readString(file))
                .path("Parameters")
                .propertyStream()
                .map(Map.Entry::getKey)
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }

    /** A parameter's value by default. */
    public static String parameterDefault(Path file, String name) throws IOException {
        return YamlFile.parse(Files.readString(file))
                .path("Parameters")
                .path(name)
                .path("Default")
                .asText();
    }
}
