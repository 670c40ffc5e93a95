package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.Locale;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Parses conditions; OR binds less than AND. NOT, IN and attribute_type, which nothing here sends, are not simulated. */
final class ConditionReader {

    private static final Set<String> COMPARATORS = Set.of("=", "<>", "<", "<=", ">", ">=");
    private static final Set<String> FUNCTIONS =
            Set.of("attribute_exists", "attribute_not_exists", "begins_with", "contains");
    private static final Set<String> LEFT_OUT = Set.of("NOT", "IN", "ATTRIBUTE_TYPE");

    private final ExpressionTokens tokens;
    private final Placeholders placeholders;

    ConditionReader(ExpressionTokens tokens, Placeholders placeholders) {
        this.tokens = tokens;
        this.placeholders = placeholders;
    }

    Condition read() {
        Condition condition = alternatives();
        tokens.expectEnd();
        return condition;
    }

    private Condition alternatives() {
        Condition condition = conjunction();
        while (tokens.takeKeyword("OR")) {
            condition = new Condition.Or(condition, conjunction());
        }
        return condition;
    }

    private Condition conjunction() {
        Condition condition = term();
        while (tokens.takeKeyword("AND")) {
            condition = new Condition.And(condition, term());
        }
        return condition;
    }

    private Condition term() {
        requireSimulated();
        if (tokens.take("(")) {
            Condition inner = alternatives();
            tokens.expect(")");
            return inner;
        }
        if (tokens.isWord() && tokens.peekSecond().equals("(") && !tokens.peek().equals("size")) {
            return function();
        }
        return comparison();
    }

    private Condition comparison() {
        Operand operand = operand();
        if (tokens.takeKeyword("BETWEEN")) {
            Operand low = operand();
            tokens.expectKeyword("AND");
            return between(operand, low, operand());
        }
        requireSimulated();
        if (!COMPARATORS.contains(tokens.peek())) {
            throw tokens.unexpected();
        }
        String comparator = tokens.next();
        Operand other = operand();
        if (operand instanceof Operand.Part && operand.equals(other)) {
            throw tokens.invalid("The first operand must be distinct from the remaining operands for this operator or"
                    + " function; operator: " + comparator);
        }
        if (!comparator.equals("=") && !comparator.equals("<>")) {
            requireOrdered(other, comparator);
        }
        return new Condition.Compared(operand, comparator, other);
    }

    private Condition between(Operand operand, Operand low, Operand high) {
        requireOrdered(low, "BETWEEN");
        requireOrdered(high, "BETWEEN");
        if (low instanceof Operand.Given(AttributeValue from) && high instanceof Operand.Given(AttributeValue to)) {
            int order = Comparison.order(from, to)
                    .orElseThrow(() ->
                            tokens.invalid("The BETWEEN operator requires same data type for lower and upper bounds"));
            if (order > 0) {
                throw tokens.invalid(
                        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound");
            }
        }
        return new Condition.Between(operand, low, high);
    }

    private void requireOrdered(Operand operand, String operator) {
        if (operand instanceof Operand.Given(AttributeValue value)
                && Comparison.order(value, value).isEmpty()) {
            throw tokens.invalid("Incorrect operand type for operator or function; operator or function: " + operator
                    + ", operand type: " + value.type());
        }
    }

    private void requireSimulated() {
        if (LEFT_OUT.contains(tokens.peek().toUpperCase(Locale.ROOT))) {
            throw new UnsupportedOperationException(tokens.peek() + " in conditions is not simulated");
        }
    }

    private Condition function() {
        String name = tokens.next();
        if (!FUNCTIONS.contains(name)) {
            throw tokens.invalid("Invalid function name; function: " + name);
        }
        tokens.expect("(");
        Condition condition =
                switch (name) {
                    case "attribute_exists" -> new Condition.Exists(path());
                    case "attribute_not_exists" -> new Condition.Not(new Condition.Exists(path()));
                    case "begins_with" -> beginsWith();
                    default -> new Condition.Contains(operand(), second());
                };
        tokens.expect(")");
        return condition;
    }

    private Condition beginsWith() {
        Operand operand = operand();
        Operand prefix = second();
        if (prefix instanceof Operand.Given(AttributeValue value)
                && value.type() != AttributeValue.Type.S
                && value.type() != AttributeValue.Type.B) {
            throw tokens.invalid("Incorrect operand type for operator or function; operator or function: begins_with,"
                    + " operand type: " + value.type());
        }
        return new Condition.BeginsWith(operand, prefix);
    }

    private Operand second() {
        tokens.expect(",");
        return operand();
    }

    private Operand operand() {
        if (tokens.peek().startsWith(":")) {
            return new Operand.Given(placeholders.value(tokens, tokens.next()));
        }
        if (tokens.peek().equals("size") && tokens.peekSecond().equals("(")) {
            tokens.next();
            tokens.expect("(");
            Operand size = new Operand.Size(path());
            tokens.expect(")");
            return size;
        }
        return new Operand.Part(path());
    }

    private DocumentPath path() {
        return DocumentPath.read(tokens, placeholders);
    }
}
