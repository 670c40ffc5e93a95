package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A parsed key condition.
 *
 * @param partition the value of the partition key
 * @param sort what the sort key has to meet, if anything
 */
public record KeyCondition(AttributeValue partition, Optional<SortRange> sort) {

    /**
     * Which sort keys are wanted.
     *
     * @param low from which on, if there is a lower bound
     * @param lowIncluded whether the bound itself is wanted
     * @param high up to which, if there is an upper bound
     * @param highIncluded whether the bound itself is wanted
     * @param prefix what they all begin with, if anything; {@code low} is the same value then
     */
    public record SortRange(
            Optional<AttributeValue> low,
            boolean lowIncluded,
            Optional<AttributeValue> high,
            boolean highIncluded,
            Optional<AttributeValue> prefix) {

        /** Whether a sort key is wanted. */
        public boolean holds(AttributeValue key) {
            return low.stream().allMatch(bound -> Comparison.order(key, bound).orElse(-1) >= (lowIncluded ? 0 : 1))
                    && high.stream()
                            .allMatch(bound -> Comparison.order(key, bound).orElse(1) <= (highIncluded ? 0 : -1))
                    && prefix.stream().allMatch(beginning -> new Condition.BeginsWith(
                                    new Operand.Given(key), new Operand.Given(beginning))
                            .holds(Map.of()));
        }
    }

    /**
     * Reads a key condition.
     *
     * @param partitionKey the name of the key that has to be given
     * @param sortKey the name of the key that may be
     */
    public static KeyCondition read(
            String text, Placeholders placeholders, String partitionKey, Optional<String> sortKey) {
        Condition condition = Condition.read("KeyConditionExpression", text, placeholders);
        List<Condition> parts = new ArrayList<>();
        collect(condition, parts);
        Optional<AttributeValue> partition = Optional.empty();
        Optional<SortRange> sort = Optional.empty();
        for (Condition part : parts) {
            String attribute = attribute(part);
            if (attribute.equals(partitionKey) && partition.isEmpty()) {
                partition = Optional.of(equal(part));
            } else if (Optional.of(attribute).equals(sortKey) && sort.isEmpty()) {
                sort = Optional.of(range(part));
            } else {
                throw new InvalidExpression("Query condition missed key schema element: " + partitionKey);
            }
        }
        return new KeyCondition(
                partition.orElseThrow(
                        () -> new InvalidExpression("Query condition missed key schema element: " + partitionKey)),
                sort);
    }

    private static void collect(Condition condition, List<Condition> parts) {
        if (condition instanceof Condition.And(Condition left, Condition right)) {
            collect(left, parts);
            collect(right, parts);
        } else {
            parts.add(condition);
        }
    }

    private static String attribute(Condition part) {
        Operand operand =
                switch (part) {
                    case Condition.Compared compared -> compared.left();
                    case Condition.Between between -> between.operand();
                    case Condition.BeginsWith begins -> begins.operand();
                    default -> throw new InvalidExpression("Invalid operator used in KeyConditionExpression");
                };
        if (operand instanceof Operand.Part(DocumentPath path) && path.isTopLevel()) {
            return path.attribute();
        }
        throw new InvalidExpression("Invalid KeyConditionExpression: a key has to be compared with a value");
    }

    private static AttributeValue equal(Condition part) {
        if (part instanceof Condition.Compared(Operand _, String comparator, Operand right) && comparator.equals("=")) {
            return given(right);
        }
        throw new InvalidExpression("Query key condition not supported");
    }

    private static SortRange range(Condition part) {
        return switch (part) {
            case Condition.Compared(Operand _, String comparator, Operand right) -> range(comparator, given(right));
            case Condition.Between(Operand _, Operand low, Operand high) ->
                new SortRange(Optional.of(given(low)), true, Optional.of(given(high)), true, Optional.empty());
            case Condition.BeginsWith(Operand _, Operand prefix) ->
                new SortRange(Optional.of(given(prefix)), true, Optional.empty(), false, Optional.of(given(prefix)));
            default -> throw new InvalidExpression("Invalid operator used in KeyConditionExpression");
        };
    }

    private static SortRange range(String comparator, AttributeValue value) {
        Optional<AttributeValue> bound = Optional.of(value);
        return switch (comparator) {
            case "=" -> new SortRange(bound, true, bound, true, Optional.empty());
            case "<" -> new SortRange(Optional.empty(), false, bound, false, Optional.empty());
            case "<=" -> new SortRange(Optional.empty(), false, bound, true, Optional.empty());
            case ">" -> new SortRange(bound, false, Optional.empty(), false, Optional.empty());
            case ">=" -> new SortRange(bound, true, Optional.empty(), false, Optional.empty());
            default -> throw new InvalidExpression("Unsupported operator in KeyConditionExpression: " + comparator);
        };
    }

    private static AttributeValue given(Operand operand) {
        if (operand instanceof Operand.Given(AttributeValue value)) {
            return value;
        }
        throw new InvalidExpression("Invalid KeyConditionExpression: a key has to be compared with a value");
    }
}
