package com.scheduleevents.cloud.template;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A template with all values resolved. All maps are by logical id.
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
     * @param pseudoParameters the account, region and endpoints
     * @throws TemplateProblem when it contains something that the emulator does not support
     */
    public static Template read(Path file, Map<String, String> parameters, PseudoParameters pseudoParameters)
            throws IOException {
        return resolve(declared(file), file, parameters, pseudoParameters);
    }

    /**
     * The same for a template that is read already.
     *
     * @param declared the content of the file, as {@link #declared} returns it
     * @throws TemplateProblem when it contains something that the emulator does not support
     */
    public static Template resolve(
            JsonNode declared, Path file, Map<String, String> parameters, PseudoParameters pseudoParameters) {
        Path directory = file.toAbsolutePath().resolveSibling("").normalize();
        return new TemplateReader(declared, directory, parameters, pseudoParameters).read();
    }

    /**
     * The deployment for a machine that may be busy: the timeouts of functions and the visibility timeouts of queues are
     * multiplied, because on Lambda other work does not slow a function down.
     *
     * @param factor at least 1, which changes nothing
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
                functions.entrySet().stream().collect(toMap(Map.Entry::getKey, entry -> entry.getValue()
                        .stretched(factor))),
                tables,
                queues.entrySet().stream().collect(toMap(Map.Entry::getKey, entry -> entry.getValue()
                        .stretched(factor))),
                keys,
                api,
                outputs);
    }

    /** The same, but the function with that logical id, which must exist, has its code from another file. */
    public Template withCode(String id, Path jar) {
        Map<String, FunctionSpec> others = new HashMap<>(functions);
        others.put(id, function(id).withJar(jar));
        return new Template(Map.copyOf(others), tables, queues, keys, api, outputs);
    }

    /** The function with that logical id, which must exist. */
    public FunctionSpec function(String id) {
        return existing(functions, id);
    }

    /** The table with that logical id, which must exist. */
    public TableSpec table(String id) {
        return existing(tables, id);
    }

    /** The queue with that logical id, which must exist. */
    public QueueSpec queue(String id) {
        return existing(queues, id);
    }

    private static <T> T existing(Map<String, T> resources, String id) {
        return Optional.ofNullable(resources.get(id))
                .orElseThrow(() -> new TemplateProblem("The template has no " + id + " of the type that is needed."));
    }

    /** A template as written, with short tags expanded: {@code !Ref A} is {@code {"Ref": "A"}}. */
    public static JsonNode declared(Path file) throws IOException {
        return YamlFile.parse(Files.readString(file));
    }

    /** A parameter's default value. */
    public static String parameterDefault(Path file, String name) throws IOException {
        return declared(file).path("Parameters").path(name).path("Default").asText();
    }
}
