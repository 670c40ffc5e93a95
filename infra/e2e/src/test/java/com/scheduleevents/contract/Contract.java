package com.scheduleevents.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads docs/openapi.yaml. */
public final class Contract {

    static final Path FILE = Path.of("../../docs/openapi.yaml");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    private static final Contract CURRENT = parsed();

    private final JsonNode document;
    private final List<Operation> operations;

    private Contract(JsonNode document) {
        this.document = document;
        this.operations = document.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(method -> METHODS.contains(method.getKey()))
                        .map(method -> operation(method.getKey(), path)))
                .toList();
    }

    /**
     * One method of one path.
     *
     * @param path as the contract writes it, such as {@code /v1/events/{event_id}}
     * @param described its operation, with the parameters of its path
     */
    public record Operation(String method, String path, JsonNode described) {

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** The contract as the file has it. */
    public static Contract read() {
        return CURRENT;
    }

    private static Contract parsed() {
        try {
            Object yaml = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(FILE));
            return new Contract(JSON.valueToTree(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode document() {
        return document;
    }

    /** Every operation, in the contract's order. */
    public List<Operation> operations() {
        return operations;
    }

    /** The operations of the path that matches a requested path; empty when none does. */
    List<Operation> at(String requestedPath) {
        return operations().stream()
                .filter(operation -> matches(operation.path(), requestedPath))
                .collect(Collectors.groupingBy(Operation::path))
                .values()
                .stream()
                .min(Comparator.comparing(found ->
                        found.getFirst().path().chars().filter(c -> c == '{').count()))
                .orElse(List.of());
    }

    /** A part of the contract with its $ref resolved. */
    public JsonNode resolved(JsonNode part) {
        String reference = part.path("$ref").asText();
        return reference.isEmpty() ? part : resolved(document.at(reference.substring(1)));
    }

    /** A response that operations share, or {@code MethodNotAllowed}, which no operation has. */
    JsonNode errorResponse(String name) {
        return name.equals("MethodNotAllowed") ? document.path("x-method-not-allowed") : component("responses", name);
    }

    JsonNode component(String kind, String name) {
        return document.path("components").path(kind).path(name);
    }

    /** The error codes that a response shows an example of. */
    Set<String> codes(JsonNode response) {
        return response.at("/content/application~1json/examples")
                .valueStream()
                .map(this::resolved)
                .map(example -> example.at("/value/error/code").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The response of an operation with that status, if the contract lists one. */
    public Optional<JsonNode> response(Operation operation, int status) {
        JsonNode responses = operation.described().path("responses");
        return Stream.of(Integer.toString(status), status / 100 + "XX")
                .filter(responses::has)
                .map(key -> resolved(responses.get(key)))
                .findFirst();
    }

    private static Operation operation(String method, Map.Entry<String, JsonNode> path) {
        ObjectNode described = path.getValue().get(method).deepCopy();
        described
                .withArray("parameters")
                .addAll(JSON.createArrayNode()
                        .addAll(path.getValue().path("parameters").valueStream().toList()));
        return new Operation(method.toUpperCase(java.util.Locale.ROOT), path.getKey(), described);
    }

    private static boolean matches(String path, String requested) {
        List<String> segments = segments(path);
        List<String> given = segments(requested);
        if (segments.size() != given.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!segments.get(i).startsWith("{") && !segments.get(i).equals(given.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** API Gateway ignores empty segments. */
    private static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }
}
