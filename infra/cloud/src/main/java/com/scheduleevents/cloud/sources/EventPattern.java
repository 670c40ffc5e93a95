package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * An event filtering pattern of Lambda, as a predicate of a record (AWS Lambda Developer Guide, "Filter rule
 * syntax"). An object matches when each of its fields does, and with {@code $or} one of several; a list matches when
 * one of its rules does: a literal, prefix, suffix, equals-ignore-case, anything-but, numeric or exists.
 */
public final class EventPattern {

    private static final String OR = "$or";

    private EventPattern() {}

    /**
     * Lets pass what matches one of the patterns, and everything if there is none.
     *
     * @throws IllegalArgumentException when a pattern uses an unsupported operator
     */
    public static Predicate<JsonNode> anyOf(List<JsonNode> patterns) {
        List<Predicate<JsonNode>> any = patterns.stream().map(EventPattern::of).toList();
        return record -> any.isEmpty() || any.stream().anyMatch(pattern -> pattern.test(record));
    }

    private static Predicate<JsonNode> of(JsonNode pattern) {
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
        if (name.equals(OR)) {
            return anyOf(rules.valueStream().toList());
        }
        List<Predicate<JsonNode>> alternatives =
                rules.valueStream().map(EventPattern::rule).toList();
        return record -> alternatives.stream().anyMatch(rule -> rule.test(record.path(name)));
    }

    private static Predicate<JsonNode> rule(JsonNode rule) {
        if (rule.isValueNode()) {
            return anyItem(value -> same(value, rule));
        }
        require(rule.isObject() && rule.size() == 1, "has one operator", rule);
        String operator = rule.fieldNames().next();
        JsonNode operand = rule.path(operator);
        return switch (operator) {
            case "exists" -> {
                require(operand.isBoolean(), "takes true or false", rule);
                Predicate<JsonNode> exists = anyItem(JsonNode::isValueNode);
                yield value -> exists.test(value) == operand.asBoolean();
            }
            case "anything-but" -> anyItem(anythingBut(operand));
            case "numeric" -> anyItem(numeric(operand));
            default -> anyItem(text(operator, operand));
        };
    }

    private static void require(boolean met, String what, JsonNode rule) {
        if (!met) {
            throw new IllegalArgumentException("A rule of a filter pattern " + what + ": " + rule);
        }
    }

    private static Predicate<JsonNode> text(String operator, JsonNode operand) {
        String expected = operand.asText();
        Predicate<String> test =
                switch (operator) {
                    case "prefix" -> text -> text.startsWith(expected);
                    case "suffix" -> text -> text.endsWith(expected);
                    case "equals-ignore-case" ->
                        text -> text.toLowerCase(Locale.ROOT).equals(expected.toLowerCase(Locale.ROOT));
                    default ->
                        throw new IllegalArgumentException(
                                "The operator " + operator + " of a filter pattern is not supported.");
                };
        require(operand.isTextual(), "has a text for " + operator, operand);
        return value -> value.isTextual() && test.test(value.textValue());
    }

    private static Predicate<JsonNode> anythingBut(JsonNode operand) {
        List<Predicate<JsonNode>> refused = operand.isArray()
                ? operand.valueStream().map(EventPattern::rule).toList()
                : List.of(rule(operand));
        return value -> value.isValueNode() && refused.stream().noneMatch(rule -> rule.test(value));
    }

    private static Predicate<JsonNode> numeric(JsonNode operand) {
        require(operand.size() % 2 == 0 && !operand.isEmpty(), "takes pairs of a comparison and a number", operand);
        Predicate<JsonNode> all = JsonNode::isNumber;
        for (int i = 0; i < operand.size(); i += 2) {
            require(operand.path(i + 1).isNumber(), "takes pairs of a comparison and a number", operand);
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
    private static Predicate<JsonNode> anyItem(Predicate<JsonNode> test) {
        return value -> value.isArray() ? value.valueStream().anyMatch(test) : test.test(value);
    }

    private static boolean same(JsonNode value, JsonNode literal) {
        return (value.isNumber() && literal.isNumber())
                ? value.decimalValue().compareTo(literal.decimalValue()) == 0
                : value.equals(literal);
    }
}
