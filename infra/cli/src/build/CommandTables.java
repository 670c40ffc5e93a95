import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes the tables of the command line's resource commands from the contract of the API and {@code commands.yaml}: for each word that
 * begins commands a JSON file with the commands, their arguments and requests, and {@code groups.txt} with what the help says of each.
 * Run by the build, with both files and a folder as its arguments, because reading YAML takes longer than a command may.
 */
public final class CommandTables {

    private static final int COLUMNS = 6;

    private final JsonNode contract;
    private final JsonNode words;

    /** What of the words was used; what was not is a mistake, or was renamed in the contract. */
    private final Set<String> used = new HashSet<>();

    private CommandTables(JsonNode contract, JsonNode words) {
        this.contract = contract;
        this.words = words;
    }

    public static void main(String[] arguments) throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        CommandTables tables = new CommandTables(
                yaml.readTree(Files.readString(Path.of(arguments[0]))),
                yaml.readTree(Files.readString(Path.of(arguments[1]))));
        Path folder = Files.createDirectories(Path.of(arguments[2]));
        Map<String, ObjectNode> groups = tables.groups();
        for (Map.Entry<String, ObjectNode> group : groups.entrySet()) {
            Files.writeString(folder.resolve(group.getKey() + ".json"), group.getValue() + "\n");
        }
        Files.write(
                folder.resolve("groups.txt"),
                groups.entrySet().stream()
                        .map(group -> group.getKey() + " " + tables.about(group.getKey(), group.getValue()))
                        .toList());
    }

    /** The commands by the word that they begin with, in the order of the help. */
    private Map<String, ObjectNode> groups() {
        Map<String, ObjectNode> groups = new LinkedHashMap<>();
        words.path("groups").fieldNames().forEachRemaining(name -> groups.put(name, object()));
        contract.path("paths").properties().forEach(path -> path.getValue().properties().forEach(method -> {
            JsonNode operation = method.getValue();
            if (operation.has("operationId") && isCommand(operation.path("operationId").asText())) {
                ObjectNode command = command(path.getKey(), method.getKey(), operation);
                String[] name = name(path.getKey(), method.getKey(), operation).split(" ");
                ObjectNode group = groups.computeIfAbsent(name[0], _ -> object());
                require(!group.has(name[name.length - 1]), "Two operations are " + String.join(" ", name));
                group.set(name[name.length - 1], command);
            }
        }));
        groups.forEach((group, commands) -> require(!commands.isEmpty(), "no command is in " + group));
        requireAllUsed();
        return groups;
    }

    private boolean isCommand(String id) {
        boolean isLeftOut = words.path("left_out").has(id);
        used.add(isLeftOut ? "left_out." + id : "commands." + id);
        return !isLeftOut
                && words.path("commands").findValuesAsText("without").stream().noneMatch(id::equals);
    }

    /** What is not named for one path and method, the last words of the path are: {@code webhooks enable} and {@code replays list}. */
    private String name(String path, String method, JsonNode operation) {
        JsonNode given = word(operation).path("command");
        if (given.isTextual()) {
            return given.asText();
        }
        List<String> parts = List.of(path.substring("/v1/".length()).split("/"));
        List<String> names = parts.stream().filter(part -> !part.startsWith("{")).toList();
        boolean isOne = parts.getLast().startsWith("{");
        boolean isPage = !page(operation).isMissingNode();
        boolean isCreation = method.equals("post") && contract.path("paths").path(path).has("get");
        String verb =
                switch (method) {
                    case "get" -> isPage ? "list" : "get";
                    case "patch" -> "update";
                    case "put" -> "replace";
                    case "delete" -> "delete";
                    default -> isCreation || names.size() == 1 ? "create" : names.getLast();
                };
        boolean isAction = method.equals("post") && !isCreation && names.size() > 1 && !isOne;
        String group = isAction ? names.get(names.size() - 2) : names.getLast();
        return (group(group) + " " + verb).replace('_', '-');
    }

    private String group(String path) {
        for (Map.Entry<String, JsonNode> group : words.path("groups").properties()) {
            if (group.getValue().path("path").asText().equals(path)) {
                return group.getKey();
            }
        }
        return path;
    }

    private String about(String group, ObjectNode commands) {
        String given = words.path("groups").path(group).path("about").asText();
        if (!given.isEmpty()) {
            return given;
        }
        return commands.has(group)
                ? commands.path(group).path("about").path(0).asText()
                : "The commands on " + group.replace('-', ' ') + ": " + String.join(", ", fieldNames(commands)) + ".";
    }

    private ObjectNode command(String path, String method, JsonNode operation) {
        JsonNode word = word(operation);
        ObjectNode command = object()
                .put("id", operation.path("operationId").asText())
                .put("method", method.toUpperCase(java.util.Locale.ROOT))
                .put("path", path);
        if (operation.path("parameters").toString().contains("IdempotencyKey")) {
            command.put("once", true);
        }
        command.set("about", about(word, operation));
        ArrayNode parameters = command.putArray("parameters");
        for (JsonNode holder : List.of(contract.path("paths").path(path), operation)) {
            holder.path("parameters").forEach(each -> {
                JsonNode parameter = resolved(each);
                if (isArgument(parameter)) {
                    ObjectNode argument = parameters.addObject();
                    argument.put("in", parameter.path("in").asText());
                    describe(argument, operation, parameter.path("name").asText(), parameter, parameter.path("schema"));
                    argument.put("required", parameter.path("required").asBoolean());
                }
            });
        }
        body(operation, parameters);
        JsonNode page = page(operation);
        if (page.isMissingNode()) {
            command.put("schema", schema(success(operation)));
            tables(command, success(operation));
        } else {
            command.put("list", !hasCursor(operation) ? "page" : word.path("whole").asBoolean() ? "whole" : "part");
            command.put("schema", schema(page));
            command.set("columns", columns(word.path("columns"), resolved(page)));
        }
        List.of("none", "question", "note", "either", "flags", "any_field").forEach(key -> {
            if (word.has(key)) {
                command.set(key, word.path(key));
            }
        });
        List.of("without", "outcome").stream().filter(word::has).forEach(key ->
                command.set(key, command(word.path(key).asText())));
        return command;
    }

    private ObjectNode command(String id) {
        for (Map.Entry<String, JsonNode> path : contract.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                if (method.getValue().path("operationId").asText().equals(id)) {
                    return command(path.getKey(), method.getKey(), method.getValue());
                }
            }
        }
        throw new IllegalArgumentException("commands.yaml names the operation " + id + ", which the contract has not");
    }

    /** Headers are not for people, and of a list so much is read as they ask for. */
    private static boolean isArgument(JsonNode parameter) {
        return parameter.path("in").asText().equals("path")
                || (parameter.path("in").asText().equals("query")
                        && !Set.of("limit", "starting_after").contains(parameter.path("name").asText()));
    }

    private static boolean hasCursor(JsonNode operation) {
        return operation.path("parameters").findValuesAsText("name").contains("starting_after");
    }

    private void body(JsonNode operation, ArrayNode parameters) {
        JsonNode schema = resolved(resolved(operation.path("requestBody"))
                .path("content")
                .path("application/json")
                .path("schema"));
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        JsonNode flags = word(operation).path("flags");
        schema.path("properties").properties().forEach(field -> {
            JsonNode described = resolved(field.getValue());
            // A field with nothing but a description is ignored by the API.
            boolean isSetting = described.size() > 1 || !described.has("description");
            ObjectNode parameter = object().put("in", "body");
            describe(parameter, operation, field.getKey(), described, described);
            boolean hasOther = parameter.has("default") || flags.findValuesAsText("field").contains(field.getKey());
            if (isSetting && !option(operation, field.getKey()).has("out")) {
                boolean needed = required.contains(field.getKey()) && !hasOther;
                parameters.add(parameter.put("required", needed));
            }
        });
    }

    /** What is the same of parameters and of fields. */
    private void describe(ObjectNode to, JsonNode operation, String name, JsonNode described, JsonNode schema) {
        JsonNode option = option(operation, name);
        JsonNode type = plain(resolved(schema));
        boolean isList = type.path("type").asText().equals("array");
        JsonNode value = isList ? plain(resolved(type.path("items"))) : type;
        String read = option.path("read").asText(read(value));
        to.put("name", name).put("read", isList ? "list" : read);
        to.put("names", option.path("names").asText("--" + name.replace('_', '-')));
        to.put("label", option.path("label").asText(label(name, read, value)));
        String prefix = described.path("example").asText().replaceFirst("_.*", "_");
        String about = to.path("in").asText().equals("path")
                ? "The " + name.replace("_id", "").replace('_', ' ') + ", " + prefix + "…."
                : first(described.path("description").asText(name));
        to.put("about", option.path("about").asText(about));
        if (to.path("in").asText().equals("path")) {
            to.put("prefix", prefix);
        }
        List.of("minimum", "maximum").stream().filter(value::has).forEach(key -> to.set(key, value.path(key)));
        if (value.has("enum") && !read.equals("flag") && !to.path("label").asText().equals("TYPE")) {
            value.path("enum").forEach(each -> to.withArray("values").add(each.asText()));
        }
        if (read.equals("boolean")) {
            to.putArray("values").add("true").add("false");
        }
        if (option.has("default")) {
            to.set("default", option.path("default"));
        }
    }

    /** In which form a value is written. */
    private static String read(JsonNode schema) {
        Set<String> values = new TreeSet<>();
        schema.path("enum").forEach(value -> values.add(value.asText()));
        return switch (schema.path("format").asText(schema.path("type").asText())) {
            case "date-time" -> "time";
            case "date" -> "day";
            case "integer" -> "integer";
            case "boolean" -> "boolean";
            case "object" -> "object";
            default -> values.equals(Set.of("true", "false")) ? "flag" : "text";
        };
    }

    private static String label(String name, String read, JsonNode schema) {
        return switch (read) {
            case "time" -> "TIME";
            case "day" -> "DAY";
            case "integer" -> "N";
            case "boolean" -> "BOOLEAN";
            case "object" -> "JSON";
            default ->
                schema.has("enum") || name.endsWith("_id")
                        ? name.replaceFirst("_id$", "").replaceFirst(".*_", "").toUpperCase(java.util.Locale.ROOT)
                        : "TEXT";
        };
    }

    /** Tables within an object. */
    private void tables(ObjectNode command, JsonNode schema) {
        words.path("tables").properties().forEach(table -> {
            used.add("tables." + table.getKey());
            JsonNode elements = resolved(resolved(schema).path("properties").path(table.getKey()));
            if (elements.has("items")) {
                command.put("table", table.getKey());
                command.set("columns", columns(table.getValue(), resolved(elements.path("items"))));
            }
        });
    }

    /** The titles and fields of a table; by default the first of the element, as far as they are one value. */
    private ArrayNode columns(JsonNode given, JsonNode element) {
        ArrayNode columns = JsonNodeFactory.instance.arrayNode();
        given.properties().forEach(column -> columns.addArray()
                .add(column.getKey())
                .add("/" + column.getValue().asText()));
        if (given.isMissingNode()) {
            element.path("properties").properties().stream()
                    .filter(field -> !Set.of("object", "array")
                            .contains(plain(resolved(field.getValue())).path("type").asText()))
                    .filter(field -> !resolved(field.getValue()).has("oneOf"))
                    .limit(COLUMNS)
                    .forEach(field ->
                            columns.addArray().add(field.getKey().replace('_', ' ')).add("/" + field.getKey()));
        }
        return columns;
    }

    private ArrayNode about(JsonNode word, JsonNode operation) {
        ArrayNode about = JsonNodeFactory.instance.arrayNode();
        if (word.path("about").isArray()) {
            word.path("about").forEach(about::add);
        } else {
            about.add(word.path("about").asText(first(operation.path("description").asText(operation.path("summary").asText()))));
        }
        return about;
    }

    /** The first sentence, as plain text. */
    private static String first(String description) {
        String text = description.replace("`", "").replaceAll("\\s+", " ").strip().split("(?<=\\.) ", 2)[0];
        return text.endsWith(".") ? text : text + ".";
    }

    /** The schema of the elements of the page that an operation returns; missing if it returns something else. */
    private JsonNode page(JsonNode operation) {
        return resolved(success(operation)).path("properties").path("data").path("items");
    }

    private JsonNode success(JsonNode operation) {
        for (Map.Entry<String, JsonNode> response : operation.path("responses").properties()) {
            if (response.getKey().startsWith("2")) {
                return resolved(response.getValue()).path("content").path("application/json").path("schema");
            }
        }
        return MissingNode.getInstance();
    }

    /** The name of a schema; empty if it has none. */
    private static String schema(JsonNode schema) {
        return schema.path("$ref").asText().replaceFirst(".*/", "");
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? resolved(contract.at(node.path("$ref").asText().substring(1))) : node;
    }

    /** A schema that allows null as well, without it. */
    private JsonNode plain(JsonNode schema) {
        for (JsonNode each : schema.path("anyOf")) {
            if (!each.path("type").asText().equals("null")) {
                return plain(resolved(each));
            }
        }
        ObjectNode plain = schema.isObject() ? schema.deepCopy() : object();
        if (plain.path("type").isArray()) {
            plain.set("type", plain.path("type").path(0));
        }
        return plain;
    }

    private JsonNode word(JsonNode operation) {
        return words.path("commands").path(operation.path("operationId").asText());
    }

    /** What is said of a parameter of one operation, or else of all of this name. */
    private JsonNode option(JsonNode operation, String name) {
        String one = operation.path("operationId").asText() + "." + name;
        ObjectNode merged = object();
        for (String key : List.of(name, one)) {
            used.add("options." + key);
            words.path("options").path(key).properties().forEach(each -> merged.set(each.getKey(), each.getValue()));
        }
        return merged;
    }

    private void requireAllUsed() {
        for (String part : List.of("left_out", "commands", "options", "tables")) {
            words.path(part).fieldNames().forEachRemaining(key -> require(
                    used.contains(part + "." + key), "the contract has nothing for " + part + ": " + key));
        }
    }

    private static void require(boolean right, String sentence) {
        if (!right) {
            throw new IllegalArgumentException("infra/cli/src/build/commands.yaml does not fit docs/openapi.yaml: " + sentence);
        }
    }

    private static List<String> fieldNames(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
