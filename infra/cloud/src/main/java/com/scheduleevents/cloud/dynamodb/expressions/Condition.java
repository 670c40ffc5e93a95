package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A parsed condition or filter expression. */
public sealed interface Condition {

    /** Whether it holds for an item; one that is not there is an item without attributes. */
    boolean holds(Map<String, AttributeValue> item);

    /** The top-level attributes that it looks at. */
    default Set<String> attributes() {
        return ConditionAttributes.of(this);
    }

    /** Reads a condition or a filter. */
    static Condition read(String kind, String text, Placeholders placeholders) {
        return new ConditionReader(new ExpressionTokens(kind, text), placeholders).read();
    }

    /** Both. */
    record And(Condition left, Condition right) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            return left.holds(item) && right.holds(item);
        }
    }

    /** Either. */
    record Or(Condition left, Condition right) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            return left.holds(item) || right.holds(item);
        }
    }

    /** The opposite. */
    record Not(Condition inner) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            return !inner.holds(item);
        }
    }

    /** Two operands; one that is not there differs from everything and is neither greater nor smaller than anything. */
    record Compared(Operand left, String comparator, Operand right) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            Optional<AttributeValue> one = left.in(item);
            Optional<AttributeValue> other = right.in(item);
            boolean bothThere = one.isPresent() && other.isPresent();
            return switch (comparator) {
                case "=" -> bothThere && Comparison.same(one.get(), other.get());
                case "<>" -> !bothThere || !Comparison.same(one.get(), other.get());
                default -> bothThere && ordered(Comparison.order(one.get(), other.get()));
            };
        }

        private boolean ordered(OptionalInt order) {
            return order.isPresent()
                    && switch (comparator) {
                        case "<" -> order.getAsInt() < 0;
                        case "<=" -> order.getAsInt() <= 0;
                        case ">" -> order.getAsInt() > 0;
                        case ">=" -> order.getAsInt() >= 0;
                        default -> throw new IllegalStateException("no comparator: " + comparator);
                    };
        }
    }

    /** Within bounds, which belong to it. */
    record Between(Operand operand, Operand low, Operand high) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            return new Compared(operand, ">=", low).holds(item) && new Compared(operand, "<=", high).holds(item);
        }
    }

    /** There at all. */
    record Exists(DocumentPath path) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            return path.in(item).isPresent();
        }
    }

    /** A string or bytes that begin with others. */
    record BeginsWith(Operand operand, Operand prefix) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            return operand.in(item)
                    .flatMap(value -> prefix.in(item).map(beginning -> beginsWith(value, beginning)))
                    .orElse(false);
        }

        private static boolean beginsWith(AttributeValue value, AttributeValue beginning) {
            if (value.type() != beginning.type()) {
                return false;
            }
            return switch (value.type()) {
                case S -> value.s().startsWith(beginning.s());
                case B -> {
                    byte[] whole = AttributeForm.bytes(value.b());
                    byte[] start = AttributeForm.bytes(beginning.b());
                    yield whole.length >= start.length && Arrays.equals(whole, 0, start.length, start, 0, start.length);
                }
                default -> false;
            };
        }
    }

    /** A string with another one in it, or a set or list with an element. */
    record Contains(Operand operand, Operand element) implements Condition {
        @Override
        public boolean holds(Map<String, AttributeValue> item) {
            return operand.in(item)
                    .flatMap(value -> element.in(item).map(wanted -> contains(value, wanted)))
                    .orElse(false);
        }

        private static boolean contains(AttributeValue value, AttributeValue wanted) {
            return switch (value.type()) {
                case S -> wanted.type() == AttributeValue.Type.S && value.s().contains(wanted.s());
                case SS -> wanted.type() == AttributeValue.Type.S && value.ss().contains(wanted.s());
                case NS -> wanted.type() == AttributeValue.Type.N && value.ns().contains(wanted.n());
                case BS -> wanted.type() == AttributeValue.Type.B && value.bs().contains(wanted.b());
                case L -> value.l().contains(wanted);
                default -> false;
            };
        }
    }
}
