package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * An event filtering pattern of Lambda, as a predicate of a record. An object matches when each of its fields does; a list
 * matches when one of its rules does: a literal, prefix, suffix, equals-ignore-case, anything-but, numeric or exists.
 */
final class EventPattern {

    private EventPattern() {}

    /** @throws IllegalArgumentException when the pattern uses an unsupported operator */
    static Predicate<JsonNode> of(JsonNode pattern) {
        if (!pattern.isObject()) {
            throw new IllegalArgumentException("A filter pattern is an object, not " + pattern + ".");
        }
        List<Predicate<JsonNode>> fields = pattern.propertyStream()
                .map(entry -> field(entry.getKey(), entry.getValue()))
                .toList();
        return record -> fields.stream().allMatch(field -> field.test(record));
    }

    private static Predicate<JsonNode> field(String name, JsonNode rules) {
        if (rules.isObject()) {
            Predicate<JsonNode> inner = of(rules);
            return record -> inner.test(record.path(name));
        }
        if (!rules.isArray() || rules.isEmpty()) {
            throw new IllegalArgumentException("In a filter pattern, " + name + " must be a list of rules.");
        }
        List<Predicate<JsonNode>> alternatives =
                rules.valueStream().map(EventPattern::rule).toList();
        return record -> alternatives.stream().anyMatch(rule -> rule.test(record.path(name)));
    }

    private static Predicate<JsonNode> rule(JsonNode rule) {
        if (!rule.isObject()) {
            return anyOf(value -> same(value, rule));
        }
        if (rule.size() != 1) {
            throw new IllegalArgumentException("A rule of a filter pattern has one operator: " + rule);
        }
        String operator = rule.fieldNames().next();
        JsonNode operand = rule.path(operator);
        return switch (operator) {
            case "exists" -> value -> value.isValueNode() == operand.asBoolean();
            case "anything-but" -> anythingBut(operand);
            case "numeric" -> anyOf(numeric(operand));
            default -> anyOf(text(operator, operand.asText()));
        };
    }

    private static Predicate<JsonNode> text(String operator, String operand) {
        Predicate<String> test =
                switch (operator) {
                    case "prefix" -> text -> text.startsWith(operand);
                    case "suffix" -> text -> text.endsWith(operand);
                    case "equals-ignore-case" ->
                        text -> text.toLowerCase(Locale.ROOT).equals(operand.toLowerCase(Locale.ROOT));
                    default ->
                        throw new IllegalArgumentException(
                                "The filter operator " + operator + " is not supported by the emulator.");
                };
        return value -> value.isTextual() && test.test(value.textValue());
    }

    private static Predicate<JsonNode> anythingBut(JsonNode operand) {
        List<Predicate<JsonNode>> refused = operand.isArray()
                ? operand.valueStream().map(EventPattern::rule).toList()
                : List.of(rule(operand));
        return value -> value.isValueNode() && refused.stream().noneMatch(rule -> rule.test(value));
    }

    private static Predicate<JsonNode> numeric(JsonNode operand) {
        if (operand.size() % 2 != 0 || operand.isEmpty()) {
            throw new IllegalArgumentException("numeric takes pairs of a comparison and a number: " + operand);
        }
        Predicate<JsonNode> all = JsonNode::isNumber;
        for (int i = 0; i < operand.size(); i += 2) {
            all = all.and(
                    comparison(operand.path(i).asText(), operand.path(i + 1).decimalValue()));
        }
        return all;
    }

    private static Predicate<JsonNode> comparison(String operator, BigDecimal bound) {
        return switch (operator) {
            case "=" -> value -> value.decimalValue().compareTo(bound) == 0;
            case "<" -> value -> value.decimalValue().compareTo(bound) < 0;
            case "<=" -> value -> value.decimalValue().compareTo(bound) <= 0;
            case ">" -> value -> value.decimalValue().compareTo(bound) > 0;
            case ">=" -> value -> value.decimalValue().compareTo(bound) >= 0;
            default -> throw new IllegalArgumentException("numeric knows no comparison " + operator + ".");
        };
    }

    /** A list in the record matches when one of its items does. */
    private static Predicate<JsonNode> anyOf(Predicate<JsonNode> test) {
        return value -> value.isArray() ? value.valueStream().anyMatch(test) : test.test(value);
    }

    private static boolean same(JsonNode value, JsonNode literal) {
        return (value.isNumber() && literal.isNumber())
                ? value.decimalValue().compareTo(literal.decimalValue()) == 0
                : value.equals(literal);
    }
}
