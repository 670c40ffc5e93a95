package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The values of the template's parameters, given or default, validated as CloudFormation does. */
final class ParameterValues {

    private static final Set<String> KNOWN = Set.of(
            "Type",
            "Default",
            "Description",
            "AllowedPattern",
            "AllowedValues",
            "ConstraintDescription",
            "MinValue",
            "MaxValue",
            "MinLength",
            "MaxLength",
            "NoEcho");

    private ParameterValues() {}

    /** Values by name: strings or lists. */
    static Map<String, JsonNode> values(JsonNode declared, Map<String, String> given) {
        given.keySet().stream().filter(name -> !declared.has(name)).findFirst().ifPresent(name -> {
            throw new TemplateProblem("The template has no parameter " + name + ".");
        });
        Map<String, JsonNode> values = new HashMap<>();
        declared.properties()
                .forEach(entry ->
                        values.put(entry.getKey(), value(entry.getKey(), entry.getValue(), given.get(entry.getKey()))));
        return Map.copyOf(values);
    }

    private static JsonNode value(String name, JsonNode rules, @org.jspecify.annotations.Nullable String given) {
        ((ObjectNode) rules)
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(key -> !KNOWN.contains(key))
                .findFirst()
                .ifPresent(key -> {
                    throw new TemplateProblem("Parameter " + name + ": property " + key + " is not known.");
                });
        if (given == null && !rules.has("Default")) {
            throw new TemplateProblem("Parameter " + name + " has no default: give it a value.");
        }
        String text = given == null ? rules.path("Default").asText() : given;
        String type = rules.path("Type").asText();
        switch (type) {
            case "String" -> checkText(name, text, rules);
            case "Number" -> checkNumber(name, text, rules);
            case "CommaDelimitedList" -> {
                return list(text);
            }
            default ->
                throw new TemplateProblem("Parameter " + name + ": type " + type
                        + " is not known; String, Number and CommaDelimitedList are.");
        }
        checkAllowed(name, text, rules);
        return JsonNodeFactory.instance.textNode(text);
    }

    private static JsonNode list(String text) {
        var list = JsonNodeFactory.instance.arrayNode();
        if (!text.isEmpty()) {
            Arrays.stream(text.split(",", -1)).map(String::strip).forEach(list::add);
        }
        return list;
    }

    private static void checkText(String name, String text, JsonNode rules) {
        if (text.length() < rules.path("MinLength").asInt(0)
                || text.length() > rules.path("MaxLength").asInt(Integer.MAX_VALUE)) {
            throw refused(name, text, rules, "is too short or too long");
        }
        if (rules.has("AllowedPattern")
                && !text.matches(rules.path("AllowedPattern").asText())) {
            throw refused(
                    name,
                    text,
                    rules,
                    "must match " + rules.path("AllowedPattern").asText());
        }
    }

    private static void checkNumber(String name, String text, JsonNode rules) {
        BigDecimal number;
        try {
            number = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw refused(name, text, rules, "must be a number");
        }
        if (rules.has("MinValue")
                && number.compareTo(new BigDecimal(rules.path("MinValue").asText())) < 0) {
            throw refused(
                    name,
                    text,
                    rules,
                    "must be at least " + rules.path("MinValue").asText());
        }
        if (rules.has("MaxValue")
                && number.compareTo(new BigDecimal(rules.path("MaxValue").asText())) > 0) {
            throw refused(
                    name,
                    text,
                    rules,
                    "must be at most " + rules.path("MaxValue").asText());
        }
    }

    private static void checkAllowed(String name, String text, JsonNode rules) {
        if (rules.has("AllowedValues")
                && rules.path("AllowedValues").valueStream().noneMatch(allowed -> allowed.asText()
                        .equals(text))) {
            throw refused(name, text, rules, "must be one of " + rules.path("AllowedValues"));
        }
    }

    private static TemplateProblem refused(String name, String text, JsonNode rules, String rule) {
        String why = rules.path("ConstraintDescription").asText(rule);
        return new TemplateProblem("Parameter " + name + " " + why + "; it is '" + text + "'.");
    }
}
