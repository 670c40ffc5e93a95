package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the placeholders in the expressions of one request stand for. Every one that is given has to be used. */
public final class Placeholders {

    private final Map<String, String> names;
    private final Map<String, AttributeValue> values;
    private final Set<String> unusedNames;
    private final Set<String> unusedValues;

    /**
     * @param names by placeholder, such as #status
     * @param values by placeholder, such as :status
     */
    public Placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
        this.names = names;
        this.values = values;
        this.unusedNames = new TreeSet<>(names.keySet());
        this.unusedValues = new TreeSet<>(values.keySet());
        requireValid('#', unusedNames, "ExpressionAttributeNames");
        requireValid(':', unusedValues, "ExpressionAttributeValues");
    }

    private static void requireValid(char first, Set<String> placeholders, String parameter) {
        for (String placeholder : placeholders) {
            boolean valid = placeholder.length() > 1 && placeholder.charAt(0) == first;
            for (int i = 1; i < placeholder.length(); i++) {
                char letter = placeholder.charAt(i);
                valid &= letter == '_' || (letter < 0x80 && Character.isLetterOrDigit(letter));
            }
            if (!valid) {
                throw new InvalidExpression(
                        parameter + " contains invalid key: Syntax error; key: \"" + placeholder + '"');
            }
        }
    }

    String name(ExpressionTokens tokens, String placeholder) {
        String name = names.get(placeholder);
        if (name == null) {
            throw tokens.invalid(
                    "An expression attribute name used in the document path is not defined; attribute name: "
                            + placeholder);
        }
        unusedNames.remove(placeholder);
        return name;
    }

    AttributeValue value(ExpressionTokens tokens, String placeholder) {
        AttributeValue value = values.get(placeholder);
        if (value == null) {
            throw tokens.invalid(
                    "An expression attribute value used in expression is not defined; attribute value: " + placeholder);
        }
        unusedValues.remove(placeholder);
        return AttributeForm.of(value);
    }

    /** Called when all expressions of the request are read. */
    public void requireAllUsed() {
        if (!unusedNames.isEmpty()) {
            throw new InvalidExpression(
                    "Value provided in ExpressionAttributeNames unused in expressions: keys: " + unusedNames);
        }
        if (!unusedValues.isEmpty()) {
            throw new InvalidExpression(
                    "Value provided in ExpressionAttributeValues unused in expressions: keys: " + unusedValues);
        }
    }
}
