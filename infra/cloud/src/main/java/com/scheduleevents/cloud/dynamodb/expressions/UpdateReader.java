package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Parses update expressions: clauses of SET, REMOVE, ADD and DELETE, each at most once. */
final class UpdateReader {

    private static final Set<AttributeValue.Type> SETS =
            EnumSet.of(AttributeValue.Type.SS, AttributeValue.Type.NS, AttributeValue.Type.BS);

    private final ExpressionTokens tokens;
    private final Placeholders placeholders;
    private final List<UpdateAction> actions = new ArrayList<>();

    UpdateReader(ExpressionTokens tokens, Placeholders placeholders) {
        this.tokens = tokens;
        this.placeholders = placeholders;
    }

    UpdateExpression read() {
        List<String> clauses = new ArrayList<>();
        while (!tokens.atEnd()) {
            String clause = tokens.next().toUpperCase(Locale.ROOT);
            if (clauses.contains(clause)) {
                throw tokens.invalid("The \"" + clause + "\" section can only be used once in an update expression;");
            }
            clauses.add(clause);
            do {
                actions.add(action(clause));
            } while (tokens.take(","));
        }
        requireApart();
        return new UpdateExpression(List.copyOf(actions));
    }

    private UpdateAction action(String clause) {
        return switch (clause) {
            case "SET" -> set();
            case "REMOVE" -> new UpdateAction.Remove(path());
            case "ADD" -> new UpdateAction.Add(path(), addend());
            case "DELETE" -> new UpdateAction.Delete(path(), set("DELETE"));
            default -> throw tokens.invalid("Syntax error; token: \"" + clause + '"');
        };
    }

    private UpdateAction set() {
        DocumentPath path = path();
        tokens.expect("=");
        UpdateAction.SetValue value = operand();
        if (tokens.take("+")) {
            value = new UpdateAction.SetValue.Sum(value, operand(), false);
        } else if (tokens.take("-")) {
            value = new UpdateAction.SetValue.Sum(value, operand(), true);
        }
        return new UpdateAction.Set(path, value);
    }

    private UpdateAction.SetValue operand() {
        if (tokens.take("(")) {
            UpdateAction.SetValue inner = operand();
            tokens.expect(")");
            return inner;
        }
        if (tokens.peek().startsWith(":")) {
            return new UpdateAction.SetValue.Given(given());
        }
        if (tokens.isWord() && tokens.peekSecond().equals("(")) {
            return function();
        }
        return new UpdateAction.SetValue.Part(path());
    }

    private UpdateAction.SetValue function() {
        String name = tokens.next();
        tokens.expect("(");
        UpdateAction.SetValue value =
                switch (name) {
                    case "if_not_exists" -> {
                        DocumentPath path = path();
                        tokens.expect(",");
                        yield new UpdateAction.SetValue.IfNotExists(path, operand());
                    }
                    case "list_append" -> {
                        UpdateAction.SetValue first = operand();
                        tokens.expect(",");
                        yield new UpdateAction.SetValue.ListAppend(first, operand());
                    }
                    default -> throw tokens.invalid("Invalid function name; function: " + name);
                };
        tokens.expect(")");
        return value;
    }

    private AttributeValue addend() {
        AttributeValue value = given();
        if (value.type() != AttributeValue.Type.N && !SETS.contains(value.type())) {
            throw wrongType("ADD", value);
        }
        return value;
    }

    private AttributeValue set(String operator) {
        AttributeValue value = given();
        if (!SETS.contains(value.type())) {
            throw wrongType(operator, value);
        }
        return value;
    }

    private InvalidExpression wrongType(String operator, AttributeValue value) {
        return tokens.invalid("Incorrect operand type for operator or function; operator: " + operator
                + ", operand type: " + value.type());
    }

    private AttributeValue given() {
        if (!tokens.peek().startsWith(":")) {
            throw tokens.unexpected();
        }
        return placeholders.value(tokens, tokens.next());
    }

    private DocumentPath path() {
        return DocumentPath.read(tokens, placeholders);
    }

    private void requireApart() {
        for (int i = 0; i < actions.size(); i++) {
            for (int j = 0; j < i; j++) {
                DocumentPath one = actions.get(j).path();
                DocumentPath other = actions.get(i).path();
                if (one.overlaps(other)) {
                    throw tokens.invalid(
                            "Two document paths overlap with each other; must remove or rewrite one of these"
                                    + " paths; path one: [" + one + "], path two: [" + other + "]");
                }
            }
        }
    }
}
