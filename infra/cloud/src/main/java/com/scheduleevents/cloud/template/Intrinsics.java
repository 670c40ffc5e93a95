package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Evaluates CloudFormation's intrinsic functions. */
final class Intrinsics {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(!?)([^}]*)}");

    private final References references;
    private final JsonNode mappings;
    private final TemplateConditions conditions;

    Intrinsics(References references, JsonNode mappings, JsonNode conditions) {
        this.references = references;
        this.mappings = mappings;
        this.conditions = new TemplateConditions(conditions, this);
    }

    TemplateConditions conditions() {
        return conditions;
    }

    /** The evaluated value; empty for AWS::NoValue. */
    Optional<JsonNode> resolve(JsonNode value) {
        if (value instanceof ArrayNode array) {
            ArrayNode resolved = JSON.arrayNode();
            array.forEach(item -> resolve(item).ifPresent(resolved::add));
            return Optional.of(resolved);
        }
        if (!(value instanceof ObjectNode object)) {
            return Optional.of(value);
        }
        @Nullable String function = functionOf(object);
        if (function != null) {
            return call(function, object.path(function));
        }
        ObjectNode resolved = JSON.objectNode();
        object.properties()
                .forEach(entry -> resolve(entry.getValue()).ifPresent(kept -> resolved.set(entry.getKey(), kept)));
        return Optional.of(resolved);
    }

    JsonNode value(JsonNode value) {
        return resolve(value).orElseThrow(() -> new TemplateProblem("AWS::NoValue cannot stand here: " + value));
    }

    String text(JsonNode value) {
        JsonNode resolved = value(value);
        if (!resolved.isValueNode()) {
            throw new TemplateProblem("A text is needed, not " + resolved + ".");
        }
        return resolved.asText();
    }

    private static @Nullable String functionOf(ObjectNode object) {
        if (object.size() != 1) {
            return null;
        }
        String key = object.fieldNames().next();
        return key.equals("Ref") || key.startsWith("Fn::") ? key : null;
    }

    private Optional<JsonNode> call(String function, JsonNode argument) {
        return switch (function) {
            case "Ref" ->
                argument.asText().equals("AWS::NoValue")
                        ? Optional.empty()
                        : Optional.of(references.ref(argument.asText()));
            case "Fn::GetAtt" -> Optional.of(attribute(argument));
            case "Fn::Sub" -> Optional.of(JSON.textNode(substitute(argument)));
            case "Fn::If" -> {
                boolean holds = conditions.holds(item(argument, 0, function).asText());
                yield resolve(item(argument, holds ? 1 : 2, function));
            }
            case "Fn::Join" -> Optional.of(JSON.textNode(join(argument)));
            case "Fn::Select" -> Optional.of(select(argument));
            case "Fn::Split" -> Optional.of(split(argument));
            case "Fn::FindInMap" -> Optional.of(findInMap(argument));
            case "Fn::Equals", "Fn::Not", "Fn::And", "Fn::Or" ->
                throw new TemplateProblem(function + " may stand in Conditions alone.");
            default -> throw new TemplateProblem("The function " + function + " is not supported by the emulator.");
        };
    }

    private JsonNode attribute(JsonNode argument) {
        if (argument.isTextual()) {
            String reference = argument.asText();
            int dot = reference.indexOf('.');
            return references.attribute(reference.substring(0, Math.max(dot, 0)), reference.substring(dot + 1));
        }
        return references.attribute(item(argument, 0, "Fn::GetAtt").asText(), text(item(argument, 1, "Fn::GetAtt")));
    }

    private String substitute(JsonNode argument) {
        String pattern = argument.isArray() ? item(argument, 0, "Fn::Sub").asText() : argument.asText();
        JsonNode variables = argument.isArray() ? item(argument, 1, "Fn::Sub") : JSON.objectNode();
        return VARIABLE.matcher(pattern)
                .replaceAll(match -> Matcher.quoteReplacement(
                        match.group(1).isEmpty() ? variable(match.group(2), variables) : "${" + match.group(2) + "}"));
    }

    private String variable(String name, JsonNode variables) {
        if (variables.has(name)) {
            return text(variables.path(name));
        }
        int dot = name.indexOf('.');
        JsonNode value =
                dot < 0 ? references.ref(name) : references.attribute(name.substring(0, dot), name.substring(dot + 1));
        return value.asText();
    }

    private String join(JsonNode argument) {
        return value(item(argument, 1, "Fn::Join"))
                .valueStream()
                .map(JsonNode::asText)
                .collect(Collectors.joining(text(item(argument, 0, "Fn::Join"))));
    }

    private JsonNode select(JsonNode argument) {
        int index = Integer.parseInt(text(item(argument, 0, "Fn::Select")));
        JsonNode list = value(item(argument, 1, "Fn::Select"));
        if (index < 0 || index >= list.size()) {
            throw new TemplateProblem("Fn::Select: there is no item " + index + " in " + list + ".");
        }
        return list.path(index);
    }

    private JsonNode split(JsonNode argument) {
        ArrayNode parts = JSON.arrayNode();
        String delimiter = Pattern.quote(text(item(argument, 0, "Fn::Split")));
        for (String part : text(item(argument, 1, "Fn::Split")).split(delimiter, -1)) {
            parts.add(part);
        }
        return parts;
    }

    private JsonNode findInMap(JsonNode argument) {
        JsonNode found = mappings;
        for (int i = 0; i < 3; i++) {
            found = found.path(text(item(argument, i, "Fn::FindInMap")));
        }
        if (found.isMissingNode()) {
            throw new TemplateProblem("Fn::FindInMap finds nothing for " + argument + ".");
        }
        return found;
    }

    private static JsonNode item(JsonNode argument, int index, String function) {
        if (!argument.isArray() || index >= argument.size()) {
            throw new TemplateProblem(function + " is incomplete: " + argument + ".");
        }
        return argument.path(index);
    }

    /** Resolves the names of parameters, pseudo parameters and resources. */
    interface References {

        JsonNode ref(String name);

        JsonNode attribute(String resource, String attribute);
    }
}
