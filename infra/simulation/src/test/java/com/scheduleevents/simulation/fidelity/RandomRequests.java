package com.scheduleevents.simulation.fidelity;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Draws items, conditions and updates, of which some are wrong. */
final class RandomRequests {

    private static final List<String> NAMES = List.of("a", "b", "c", "#d", "a.x", "b[0]", "c.x[1]", "m.x", "li[1]");
    private static final List<String> TOP = List.of("a", "b", "c", "#d");
    private static final Map<String, AttributeValue> VALUES = Map.of(
            ":s", AttributeValue.fromS("ab"),
            ":t", AttributeValue.fromS("a"),
            ":n", AttributeValue.fromN("3"),
            ":k", AttributeValue.fromN("-0.5"),
            ":b", AttributeValue.fromBool(true),
            ":u", AttributeValue.fromNul(true),
            ":v", AttributeValue.fromSs(List.of("a", "ab")),
            ":w", AttributeValue.fromNs(List.of("1", "3")),
            ":l", AttributeValue.fromL(List.of(AttributeValue.fromS("a"), AttributeValue.fromN("3"))),
            ":m", AttributeValue.fromM(Map.of("x", AttributeValue.fromN("3"))));

    private final RandomGenerator random;

    RandomRequests(RandomGenerator random) {
        this.random = random;
    }

    Map<String, AttributeValue> item() {
        Map<String, AttributeValue> item = new TreeMap<>();
        for (String name : List.of("a", "b", "c", "d", "m", "li")) {
            if (random.nextInt(4) > 0) {
                item.put(name, VALUES.get(value()));
            }
        }
        return item;
    }

    String condition() {
        return condition(2);
    }

    private String condition(int depth) {
        return switch (depth == 0 ? 5 : random.nextInt(5)) {
            case 0 -> condition(depth - 1) + " AND " + condition(depth - 1);
            case 1 -> condition(depth - 1) + " or " + condition(depth - 1);
            case 2 -> "(" + condition(depth - 1) + ")";
            default -> simple();
        };
    }

    private String simple() {
        return switch (random.nextInt(8)) {
            case 0 -> "attribute_exists(" + name() + ")";
            case 1 -> "attribute_not_exists(" + name() + ")";
            case 2 -> "begins_with(" + name() + ", " + value() + ")";
            case 3 -> "contains(" + name() + ", " + value() + ")";
            case 4 -> "size(" + name() + ") " + comparator() + " :n";
            case 5 -> name() + " BETWEEN " + value() + " AND " + value();
            default -> name() + " " + comparator() + " " + (random.nextInt(4) == 0 ? name() : value());
        };
    }

    String update() {
        return Stream.of(
                        clause("SET", this::assignment),
                        clause("REMOVE", this::name),
                        clause("ADD", () -> top() + " " + value()),
                        clause("DELETE", () -> top() + " " + value()))
                .filter(clause -> !clause.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private String clause(String word, Supplier<String> action) {
        int actions = random.nextInt(3);
        return actions == 0
                ? ""
                : word + " "
                        + IntStream.range(0, actions)
                                .mapToObj(_ -> action.get())
                                .collect(Collectors.joining(", "));
    }

    private String assignment() {
        return name() + " = "
                + switch (random.nextInt(6)) {
                    case 0 -> name();
                    case 1 -> name() + " + " + value();
                    case 2 -> value() + " - " + name();
                    case 3 -> "if_not_exists(" + name() + ", " + value() + ")";
                    case 4 -> "list_append(" + name() + ", :l)";
                    default -> value();
                };
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private String top() {
        return TOP.get(random.nextInt(TOP.size()));
    }

    private String value() {
        List<String> names = VALUES.keySet().stream().sorted().toList();
        return names.get(random.nextInt(names.size()));
    }

    private String comparator() {
        return List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    }

    /** The values that an expression uses. */
    static Map<String, AttributeValue> values(String expression) {
        return VALUES.entrySet().stream()
                .filter(value -> expression.contains(value.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The names that an expression uses. */
    static Map<String, String> names(String expression) {
        return expression.contains("#d") ? Map.of("#d", "d") : Map.of();
    }
}
