package com.scheduleevents.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * A template that SAM has expanded.
 *
 * @param root the whole template
 * @param parameters the values of its parameters that are not their defaults
 */
record Expansion(JsonNode root, Map<String, String> parameters) {

    /** The template without the checks that template.yaml leaves out, some of which only SAM's own resources need. */
    ObjectNode withoutLintConfiguration() {
        ObjectNode copy = root.deepCopy();
        copy.remove("Metadata");
        return copy;
    }

    /** The same with every condition decided by the parameters: what CloudFormation creates. */
    ObjectNode decided() {
        ObjectNode copy = withoutLintConfiguration();
        copy.remove("Conditions");
        copy.set("Resources", resources());
        copy.set("Outputs", decided("Outputs"));
        copy.path("Parameters").properties().forEach(parameter -> {
            ObjectNode rules = (ObjectNode) parameter.getValue();
            String given = parameters.getOrDefault(
                    parameter.getKey(), rules.path("Default").asText());
            // cfn-lint tries the default, and every other value that the rules of a parameter name.
            rules.retain("Type", "Default");
            if (rules.path("Type").asText().equals("Number")) {
                rules.put("Default", Integer.parseInt(given));
            } else {
                rules.put("Default", given);
            }
        });
        return copy;
    }

    /** The resources that there are with these parameters, by logical id, with every condition decided. */
    ObjectNode resources() {
        return decided("Resources");
    }

    private ObjectNode decided(String section) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        root.path(section).properties().forEach(entry -> {
            String condition = entry.getValue().path("Condition").asText();
            if (condition.isEmpty() || named(condition)) {
                ObjectNode declared = entry.getValue().deepCopy();
                declared.remove("Condition");
                decided(declared).ifPresent(decided -> kept.set(entry.getKey(), decided));
            }
        });
        return kept;
    }

    private boolean named(String condition) {
        return holds(root.path("Conditions").path(condition));
    }

    private boolean holds(JsonNode condition) {
        Map.Entry<String, JsonNode> function = condition.properties().iterator().next();
        JsonNode argument = function.getValue();
        return switch (function.getKey()) {
            case "Condition" -> named(argument.asText());
            case "Fn::Equals" -> text(argument.path(0)).equals(text(argument.path(1)));
            case "Fn::Not" -> !holds(argument.path(0));
            case "Fn::And" -> argument.valueStream().allMatch(this::holds);
            case "Fn::Or" -> argument.valueStream().anyMatch(this::holds);
            default -> throw new IllegalArgumentException(condition.toString());
        };
    }

    private String text(JsonNode value) {
        String parameter = value.path("Ref").asText();
        return parameter.isEmpty()
                ? value.asText()
                : parameters.getOrDefault(
                        parameter,
                        root.at("/Parameters/" + parameter + "/Default").asText());
    }

    /** Empty for AWS::NoValue. */
    private Optional<JsonNode> decided(JsonNode value) {
        if (value.path("Ref").asText().equals("AWS::NoValue")) {
            return Optional.empty();
        }
        if (value.has("Fn::If")) {
            JsonNode choice = value.path("Fn::If");
            return decided(choice.path(named(choice.path(0).asText()) ? 1 : 2));
        }
        if (value instanceof ArrayNode array) {
            ArrayNode items = JsonNodeFactory.instance.arrayNode();
            array.forEach(item -> decided(item).ifPresent(items::add));
            return Optional.of(items);
        }
        if (value instanceof ObjectNode object) {
            ObjectNode properties = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(property -> decided(property.getValue())
                    .ifPresent(decided -> properties.set(property.getKey(), decided)));
            return Optional.of(properties);
        }
        return Optional.of(value);
    }
}
