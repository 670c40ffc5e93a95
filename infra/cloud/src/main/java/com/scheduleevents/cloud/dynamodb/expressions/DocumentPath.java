package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The path of a value in an item.
 *
 * @param attribute the top-level attribute
 * @param steps from there on into maps and lists
 */
public record DocumentPath(String attribute, List<Step> steps) {

    /** A step into a map or a list. */
    public sealed interface Step {
        /** Into a map. */
        record Field(String name) implements Step {}

        /** Into a list. */
        record Element(int index) implements Step {}
    }

    static DocumentPath read(ExpressionTokens tokens, Placeholders placeholders) {
        String attribute = name(tokens, placeholders);
        List<Step> steps = new ArrayList<>();
        while (true) {
            if (tokens.take(".")) {
                steps.add(new Step.Field(name(tokens, placeholders)));
            } else if (tokens.take("[")) {
                steps.add(new Step.Element(index(tokens)));
                tokens.expect("]");
            } else {
                return new DocumentPath(attribute, List.copyOf(steps));
            }
        }
    }

    private static int index(ExpressionTokens tokens) {
        try {
            return Integer.parseInt(tokens.peek().matches("[0-9]+") ? tokens.next() : "none");
        } catch (NumberFormatException e) {
            throw tokens.unexpected();
        }
    }

    private static String name(ExpressionTokens tokens, Placeholders placeholders) {
        if (tokens.peek().startsWith("#")) {
            return placeholders.name(tokens, tokens.next());
        }
        if (!tokens.isWord()) {
            throw tokens.unexpected();
        }
        String name = tokens.next();
        if (ReservedWords.contains(name)) {
            throw tokens.invalid("Attribute name is a reserved keyword; reserved keyword: " + name);
        }
        return name;
    }

    /** Whether it is a whole attribute and no part of one. */
    public boolean isTopLevel() {
        return steps.isEmpty();
    }

    /** What an item has there. */
    public Optional<AttributeValue> in(Map<String, AttributeValue> item) {
        Optional<AttributeValue> value = Optional.ofNullable(item.get(attribute));
        for (Step step : steps) {
            value = value.flatMap(container -> inside(container, step));
        }
        return value;
    }

    static Optional<AttributeValue> inside(AttributeValue container, Step step) {
        return switch (step) {
            case Step.Field(String name)
            when container.hasM() -> Optional.ofNullable(container.m().get(name));
            case Step.Element(int index)
            when container.hasL() && index < container.l().size() ->
                Optional.of(container.l().get(index));
            default -> Optional.empty();
        };
    }

    /** Whether one is the other or within it. */
    boolean overlaps(DocumentPath other) {
        int shared = Math.min(steps.size(), other.steps.size());
        return attribute.equals(other.attribute) && steps.subList(0, shared).equals(other.steps.subList(0, shared));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(attribute);
        steps.forEach(step -> text.append(
                switch (step) {
                    case Step.Field(String name) -> "." + name;
                    case Step.Element(int index) -> "[" + index + "]";
                }));
        return text.toString();
    }
}
