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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the tables of the command line's resource commands from the contract of the API and {@code commands.yaml}: a file for each word that
 * begins commands, and {@code groups.txt} with what the help says of each. Run by the build, with both files and a folder as its arguments,
 * because reading YAML, and even JSON, takes longer than a command may. Beside them, it writes {@code tools.jsonl} for the command {@code mcp} into a
 * second folder: a tool on each line.
 *
 * <p>A line of a table is a command, and the lines behind it that begin with a tab are its parameters. Each has fields that are separated by
 * tabs, and written as {@code key=value}; several values are separated by {@code |}. The first field of a command is its name; a name that
 * begins with a dot is an operation that another one names.
 */
public final class CommandTables {

    private static final int COLUMNS = 6;

    /** Names of fields that are secrets, and the beginnings of the secrets themselves. */
    private static final Pattern SECRET_NAME = Pattern.compile("(.*_)?(secret|password|token)|key");

    private static final Pattern SECRET_VALUE = Pattern.compile("\\b(sk_|whsec_)");

    /** What of a schema is about other things than the form of a value. */
    private static final Set<String> ASIDE =
            Set.of("$ref", "description", "example", "examples", "dependentSchemas", "unevaluatedProperties", "writeOnly");

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
        Map<String, Map<String, Operation>> groups = tables.groups();
        List<String> abouts = new ArrayList<>();
        for (Map.Entry<String, Map<String, Operation>> group : groups.entrySet()) {
            abouts.add(group.getKey() + "\t" + tables.about(group.getKey(), group.getValue()));
            List<String> lines = new ArrayList<>();
            group.getValue().forEach((name, operation) -> tables.write(name, operation, lines));
            Files.write(folder.resolve(group.getKey() + ".txt"), lines);
        }
        Files.write(folder.resolve("groups.txt"), abouts);
        Files.write(Files.createDirectories(Path.of(arguments[3])).resolve("tools.jsonl"), tables.tools());
        tables.requireAllUsed();
    }

    /** An operation of the contract. */
    private record Operation(String path, String method, JsonNode item, JsonNode contract) {

        String id() {
            return contract.path("operationId").asText();
        }
    }

    private Stream<Operation> operations() {
        return contract.path("paths").properties().stream()
                .flatMap(path -> path.getValue().properties().stream()
                        .filter(method -> method.getValue().has("operationId"))
                        .map(method ->
                                new Operation(path.getKey(), method.getKey(), path.getValue(), method.getValue())));
    }

    /** The commands by the word that they begin with, in the order of the help. */
    private Map<String, Map<String, Operation>> groups() {
        Map<String, Map<String, Operation>> groups = new LinkedHashMap<>();
        words.path("groups").fieldNames().forEachRemaining(name -> groups.put(name, new LinkedHashMap<>()));
        List<String> named = words.path("commands").findValuesAsText("without");
        operations().forEach(operation -> {
            boolean isLeftOut = words.path("left_out").has(operation.id());
            used.add((isLeftOut ? "left_out." : "commands.") + operation.id());
            if (!isLeftOut && !named.contains(operation.id())) {
                String[] name = name(operation).split(" ");
                Map<String, Operation> group = groups.computeIfAbsent(name[0], _ -> new LinkedHashMap<>());
                boolean isNew = group.put(name[name.length - 1], operation) == null;
                require(isNew, "two operations are " + String.join(" ", name));
            }
        });
        groups.forEach((group, commands) -> require(!commands.isEmpty(), "no command is in " + group));
        return groups;
    }

    /** What is not named otherwise is named as its path: {@code webhooks enable}, and {@code replays list}. */
    private String name(Operation operation) {
        if (word(operation).has("command")) {
            return word(operation).path("command").asText();
        }
        List<String> parts = List.of(operation.path().substring("/v1/".length()).split("/"));
        List<String> names = parts.stream().filter(part -> !part.startsWith("{")).toList();
        boolean isAction = operation.method().equals("post") && names.size() > 1 && !operation.item().has("get");
        String group = names.get(names.size() - (isAction ? 2 : 1));
        String verb =
                switch (operation.method()) {
                    case "get" -> page(operation).isMissingNode() ? "get" : "list";
                    case "patch" -> "update";
                    case "post" -> isAction ? names.getLast() : "create";
                    default -> operation.method();
                };
        String named = words.path("groups").properties().stream()
                .filter(each -> each.getValue().path("path").asText().equals(group))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(group);
        return (named + " " + verb).replace('_', '-');
    }

    private String about(String group, Map<String, Operation> commands) {
        String ofAll = commands.containsKey(group)
                ? about(commands.get(group)).replaceFirst("\\|.*", "")
                : "The commands on " + group.replace('-', ' ') + ": " + String.join(", ", commands.keySet()) + ".";
        return words.path("groups").path(group).path("about").asText(ofAll);
    }

    private String about(Operation operation) {
        JsonNode about = word(operation).path("about");
        JsonNode description = operation.contract().path("description");
        return about.isArray()
                ? joined(about)
                : about.asText(first(description.asText(operation.contract().path("summary").asText())));
    }

    /** Writes the lines of a command. */
    private void write(String name, Operation operation, List<String> lines) {
        JsonNode word = word(operation);
        List<Map<String, String>> parameters = parameters(operation);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("method", operation.method().toUpperCase(Locale.ROOT));
        fields.put("path", operation.path());
        fields.put("about", about(operation));
        if (isOnce(operation)) {
            fields.put("once", "true");
        }
        if (showsVersion(operation)) {
            fields.put("etag", "true");
        }
        JsonNode page = page(operation);
        if (!page.isMissingNode()) {
            boolean hasCursor = operation.contract().path("parameters").toString().contains("starting_after");
            fields.put("list", !hasCursor ? "page" : word.path("whole").asBoolean() ? "whole" : "part");
            fields.put("columns", columns(word.path("columns"), resolved(page)));
        }
        JsonNode schema = page.isMissingNode() ? success(operation) : page;
        fields.put("schema", schema.path("$ref").asText().replaceFirst(".*/", ""));
        words.path("tables").properties().forEach(table -> {
            JsonNode rows = resolved(schema).path("properties").path(table.getKey());
            if (page.isMissingNode() && rows.path("type").asText().equals("array")) {
                used.add("tables." + table.getKey());
                fields.put("table", table.getKey());
                fields.put("columns", columns(table.getValue(), MissingNode.getInstance()));
            }
        });
        Stream.of("none", "question", "note", "message", "any_field")
                .filter(word::has)
                .forEach(key -> fields.put(key, word.path(key).asText()));
        if (word.has("either")) {
            fields.put("either", joined(word.path("either")));
        }
        List<String> named = Stream.of("without", "outcome").filter(word::has).toList();
        named.forEach(key -> fields.put(key, "." + word.path(key).asText()));
        lines.add(name + line(fields));
        parameters.forEach(parameter -> lines.add(line(parameter)));
        named.forEach(key -> {
            String id = word.path(key).asText();
            if (lines.stream().noneMatch(line -> line.startsWith("." + id))) {
                operations().filter(each -> each.id().equals(id)).forEach(each -> write("." + id, each, lines));
            }
        });
    }

    private static String line(Map<String, String> fields) {
        return fields.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> "\t" + field.getKey() + "=" + field.getValue().replaceAll("\\s+", " "))
                .collect(Collectors.joining());
    }

    /** Whether it returns the ETag of an object that an operation changes only in the version that a request names. */
    private boolean showsVersion(Operation operation) {
        boolean hasVersion = successes(operation).anyMatch(response -> response.path("headers").has("ETag"));
        return hasVersion
                && operations()
                        .filter(change -> change.path().startsWith(operation.path()))
                        .flatMap(change -> change.contract().path("parameters").valueStream())
                        .anyMatch(parameter -> resolved(parameter).path("name").asText().equals("If-Match"));
    }

    /**
     * Those of the path, the query and the body, and the headers that the words name: others are not for people. Of a list so much is read
     * as they ask for.
     */
    private List<Map<String, String>> parameters(Operation operation) {
        List<Map<String, String>> parameters = new ArrayList<>();
        for (JsonNode holder : List.of(operation.item(), operation.contract())) {
            for (JsonNode each : holder.path("parameters")) {
                JsonNode parameter = resolved(each);
                String name = parameter.path("name").asText();
                String in = parameter.path("in").asText();
                boolean isForPeople = !in.equals("header") || words.path("options").has(name);
                if (isForPeople && !Set.of("limit", "starting_after").contains(name)) {
                    boolean isRequired = parameter.path("required").asBoolean();
                    parameters.add(parameter(operation, in, name, parameter, parameter.path("schema"), isRequired));
                }
            }
        }
        JsonNode flags = word(operation).path("flags");
        JsonNode body = resolved(resolved(operation.contract().path("requestBody")).at("/content/application~1json/schema"));
        body.path("properties").properties().forEach(field -> {
            JsonNode schema = resolved(field.getValue());
            boolean isRequired = joined(body.path("required")).matches("(.*\\|)?" + field.getKey() + "(\\|.*)?")
                    && !flags.findValuesAsText("field").contains(field.getKey());
            if (isSetting(schema) && !option(operation, field.getKey()).has("out")) {
                parameters.add(parameter(operation, "body", field.getKey(), schema, schema, isRequired));
            }
        });
        flags.properties().forEach(flag -> {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("in", "body");
            fields.put("name", flag.getValue().path("field").asText());
            fields.put("read", "set");
            fields.put("names", flag.getKey());
            fields.put("value", flag.getValue().path("value").asText());
            fields.put("about", flag.getValue().path("about").asText());
            parameters.add(fields);
        });
        return parameters;
    }

    /** @param described has the description and the example */
    private Map<String, String> parameter(
            Operation operation, String in, String name, JsonNode described, JsonNode schema, boolean isRequired) {
        JsonNode option = option(operation, name);
        JsonNode type = plain(schema);
        boolean isList = type.path("type").asText().equals("array");
        JsonNode value = isList ? plain(type.path("items")) : type;
        String read = option.path("read").asText(read(value));
        String label = option.path("label").asText(label(name, read, value));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("in", in);
        fields.put("name", name);
        fields.put("read", isList ? "list" : read);
        fields.put("label", label);
        String about = first(described.path("description").asText(name));
        if (in.equals("path")) {
            String prefix = prefix(described);
            fields.put("prefix", prefix);
            about = identified(name, prefix);
        } else {
            fields.put("names", option.path("names").asText("--" + name.replace('_', '-')));
            fields.put("required", isRequired && !option.has("default") ? "true" : "");
        }
        fields.put("about", option.path("about").asText(about));
        fields.put("minimum", value.path("minimum").asText());
        fields.put("maximum", value.path("maximum").asText());
        boolean isOpen = read.equals("flag") || label.equals("TYPE");
        fields.put("values", read.equals("boolean") ? "true|false" : isOpen ? "" : joined(value.path("enum")));
        fields.put("default", option.path("default").asText());
        return fields;
    }

    /** A field with nothing but a description is ignored by the API. */
    private static boolean isSetting(JsonNode schema) {
        return schema.size() > 1 || !schema.has("description");
    }

    private static boolean isOnce(Operation operation) {
        return operation.contract().path("parameters").toString().contains("IdempotencyKey");
    }

    /** All operations, except those that delete, those whose response can have a secret, and those that the words leave out. */
    private List<String> tools() {
        operations().forEach(each -> used.addAll(List.of("no_tool." + each.id(), "adds." + each.id())));
        return operations()
                .filter(each -> !each.method().equals("delete") && !words.path("no_tool").has(each.id()))
                .filter(each -> successes(each).noneMatch(response -> hasSecret(response.path("content"), Set.of())))
                .map(each -> tool(each).toString())
                .toList();
    }

    /** Whether a schema, or what it refers to, has a field with the name of a secret, or says how a secret is written. */
    private boolean hasSecret(JsonNode node, Set<String> seen) {
        Set<String> now = new HashSet<>(seen);
        if (node.has("$ref") && now.add(node.path("$ref").asText()) && hasSecret(resolved(node), now)) {
            return true;
        }
        Stream<JsonNode> parts = node.isObject()
                ? node.properties().stream()
                        .filter(each -> !each.getKey().equals("description") || !each.getValue().isTextual())
                        .map(Map.Entry::getValue)
                : node.valueStream();
        return SECRET_VALUE.matcher(node.asText()).find()
                || node.path("properties").properties().stream()
                        .anyMatch(field -> SECRET_NAME.matcher(field.getKey()).matches())
                || parts.anyMatch(part -> hasSecret(part, now));
    }

    private ObjectNode tool(Operation operation) {
        String summary = operation.contract().path("summary").asText();
        ObjectNode tool = JsonNodeFactory.instance
                .objectNode()
                .put("name", operation.id())
                .put("title", summary)
                .put("description", said(summary + ". " + operation.contract().path("description").asText()))
                .put("method", operation.method().toUpperCase(Locale.ROOT))
                .put("path", operation.path())
                .put("once", isOnce(operation))
                .put("adds", words.path("adds").has(operation.id()));
        ObjectNode in = tool.putObject("in");
        ObjectNode schema = tool.putObject("schema").put("type", "object").put("additionalProperties", false);
        ObjectNode values = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (JsonNode holder : List.of(operation.item(), operation.contract())) {
            for (JsonNode each : holder.path("parameters")) {
                JsonNode parameter = resolved(each);
                String name = parameter.path("name").asText();
                if (!parameter.path("in").asText().equals("header")) {
                    in.set(name, parameter.path("in"));
                    ObjectNode value = (ObjectNode) inlined(parameter.path("schema"));
                    String about = parameter.path("description").asText(identified(name, prefix(parameter)));
                    values.set(name, value.put("description", said(about)));
                    if (parameter.path("required").asBoolean()) {
                        required.add(name);
                    }
                }
            }
        }
        JsonNode body = resolved(resolved(operation.contract().path("requestBody")).at("/content/application~1json/schema"));
        body.path("properties").properties().forEach(field -> {
            JsonNode value = inlined(field.getValue());
            if (isSetting(value)) {
                require(!in.has(field.getKey()), operation.id() + " has two values " + field.getKey());
                in.put(field.getKey(), "body");
                values.set(field.getKey(), value);
            }
        });
        body.path("required").forEach(required::add);
        return tool;
    }

    /** A schema without references, and with nothing but what somebody needs to write a value. */
    private JsonNode inlined(JsonNode node) {
        if (node.isArray()) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            node.forEach(each -> all.add(inlined(each)));
            return all;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        if (node.has("$ref")) {
            whole.setAll((ObjectNode) inlined(resolved(node)));
        }
        node.properties().stream()
                .filter(each -> !ASIDE.contains(each.getKey()) && !each.getKey().startsWith("x-"))
                .forEach(each -> whole.set(each.getKey(), inlined(each.getValue())));
        if (node.path("description").isTextual()) {
            whole.put("description", said(node.path("description").asText()));
        }
        return whole;
    }

    /** A description on one line; whoever calls a tool encodes nothing for a URL. */
    private static String said(String description) {
        return description.replaceAll("\\s+", " ").replace("; write a `+` as `%2B`", "").strip();
    }

    /** How ids like the example begin. */
    private static String prefix(JsonNode described) {
        return described.path("example").asText().replaceFirst("_.*", "_");
    }

    private static String identified(String name, String prefix) {
        return "The " + name.replace("_id", "").replace('_', ' ') + ", " + prefix + "….";
    }

    /** In which form a value is written. */
    private static String read(JsonNode schema) {
        String kind = schema.path("format").asText(schema.path("type").asText());
        return switch (kind) {
            case "date-time" -> "time";
            case "date" -> "day";
            case "integer", "boolean", "object" -> kind;
            default -> joined(schema.path("enum")).equals("true|false") ? "flag" : "text";
        };
    }

    private static String label(String name, String read, JsonNode schema) {
        return switch (read) {
            case "integer" -> "N";
            case "object" -> "JSON";
            case "text" ->
                schema.has("enum") || name.endsWith("_id")
                        ? name.replaceFirst("_id$", "").replaceFirst(".*_", "").toUpperCase(Locale.ROOT)
                        : "TEXT";
            default -> read.toUpperCase(Locale.ROOT);
        };
    }

    /** The titles and fields of a table; by default the first fields of the element that have one value. */
    private String columns(JsonNode given, JsonNode element) {
        Stream<String> columns = given.isMissingNode()
                ? element.path("properties").properties().stream()
                        .filter(field -> resolved(field.getValue()).has("type"))
                        .filter(field -> !Set.of("object", "array")
                                .contains(plain(field.getValue()).path("type").asText()))
                        .limit(COLUMNS)
                        .map(field -> field.getKey().replace('_', ' ') + ":/" + field.getKey())
                : given.properties().stream()
                        .map(column -> column.getKey() + ":/" + column.getValue().asText());
        return columns.collect(Collectors.joining("|"));
    }

    /** The first sentence, as plain text. */
    private static String first(String description) {
        String text = description.replace("`", "").replaceAll("\\s+", " ").strip().split("(?<=\\.) ", 2)[0];
        return text.endsWith(".") ? text : text + ".";
    }

    private static String joined(JsonNode values) {
        return values.valueStream().map(JsonNode::asText).filter(value -> !value.equals("null")).collect(Collectors.joining("|"));
    }

    /** The schema of the elements of the page that an operation returns; missing if it returns something else. */
    private JsonNode page(Operation operation) {
        JsonNode fields = resolved(success(operation)).path("properties");
        return fields.size() == 1 || fields.has("has_more") ? fields.path("data").path("items") : MissingNode.getInstance();
    }

    private JsonNode success(Operation operation) {
        return successes(operation)
                .map(response -> response.at("/content/application~1json/schema"))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    private Stream<JsonNode> successes(Operation operation) {
        return operation.contract().path("responses").properties().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .map(response -> resolved(response.getValue()));
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? resolved(contract.at(node.path("$ref").asText().substring(1))) : node;
    }

    /** A schema that allows null as well, without it. */
    private JsonNode plain(JsonNode schema) {
        JsonNode resolved = resolved(schema);
        for (JsonNode each : resolved.path("anyOf")) {
            if (!each.path("type").asText().equals("null")) {
                return plain(each);
            }
        }
        ObjectNode plain = resolved.isObject() ? resolved.deepCopy() : JsonNodeFactory.instance.objectNode();
        if (plain.path("type").isArray()) {
            plain.set("type", plain.path("type").path(0));
        }
        return plain;
    }

    private JsonNode word(Operation operation) {
        return words.path("commands").path(operation.id());
    }

    /** What is said of a parameter of one operation, or else of all of this name. */
    private JsonNode option(Operation operation, String name) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        for (String key : List.of(name, operation.id() + "." + name)) {
            used.add("options." + key);
            words.path("options").path(key).properties().forEach(each -> merged.set(each.getKey(), each.getValue()));
        }
        return merged;
    }

    private void requireAllUsed() {
        for (String part : List.of("left_out", "commands", "options", "tables", "no_tool", "adds")) {
            words.path(part).fieldNames().forEachRemaining(key ->
                    require(used.contains(part + "." + key), "the contract has nothing for " + key + " in " + part));
        }
    }

    private static void require(boolean right, String sentence) {
        if (!right) {
            throw new IllegalArgumentException("infra/cli/src/build/commands.yaml: " + sentence);
        }
    }
}
