package com.scheduleevents.cloud.dynamodb.expressions;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One action of an update. */
sealed interface UpdateAction {

    DocumentPath path();

    /** Gives a part of the item a value. */
    record Set(DocumentPath path, SetValue value) implements UpdateAction {}

    /** Takes a part of the item away. */
    record Remove(DocumentPath path) implements UpdateAction {}

    /** Adds to a number or a set, which need not be there yet. */
    record Add(DocumentPath path, AttributeValue value) implements UpdateAction {

        AttributeValue applied(Map<String, AttributeValue> before) {
            Optional<AttributeValue> present = path.in(before);
            if (present.isEmpty()) {
                return value;
            }
            if (present.get().type() != value.type()) {
                throw new InvalidExpression("An operand in the update expression has an incorrect data type");
            }
            return switch (value.type()) {
                case N ->
                    AttributeValue.fromN(
                            AttributeForm.number(new BigDecimal(present.get().n())
                                    .add(new BigDecimal(value.n()))
                                    .toPlainString()));
                case SS -> AttributeValue.fromSs(union(present.get().ss(), value.ss()));
                case NS -> AttributeValue.fromNs(union(present.get().ns(), value.ns()));
                case BS -> AttributeValue.fromBs(union(present.get().bs(), value.bs()));
                default -> throw new IllegalStateException("nothing can be added to " + value.type());
            };
        }

        private static <T> List<T> union(List<T> present, List<T> more) {
            List<T> all = new ArrayList<>(present);
            more.stream().filter(element -> !present.contains(element)).forEach(all::add);
            return all;
        }
    }

    /** Takes elements out of a set; a set without elements is none. */
    record Delete(DocumentPath path, AttributeValue value) implements UpdateAction {

        Map<String, AttributeValue> applied(Map<String, AttributeValue> item) {
            Optional<AttributeValue> present = path.in(item);
            if (present.isEmpty()) {
                return item;
            }
            if (present.get().type() != value.type()) {
                throw new InvalidExpression("An operand in the update expression has an incorrect data type");
            }
            AttributeValue left =
                    switch (value.type()) {
                        case SS ->
                            AttributeValue.fromSs(difference(present.get().ss(), value.ss()));
                        case NS ->
                            AttributeValue.fromNs(difference(present.get().ns(), value.ns()));
                        case BS ->
                            AttributeValue.fromBs(difference(present.get().bs(), value.bs()));
                        default -> throw new IllegalStateException("no set: " + value.type());
                    };
            boolean empty =
                    left.ss().isEmpty() && left.ns().isEmpty() && left.bs().isEmpty();
            return empty ? Document.without(item, path) : Document.with(item, path, left);
        }

        private static <T> List<T> difference(List<T> present, List<T> less) {
            return present.stream().filter(element -> !less.contains(element)).toList();
        }
    }

    /** What SET gives. */
    sealed interface SetValue {

        AttributeValue in(Map<String, AttributeValue> before);

        /** A value of the request. */
        record Given(AttributeValue value) implements SetValue {
            @Override
            public AttributeValue in(Map<String, AttributeValue> before) {
                return value;
            }
        }

        /** Another part of the item, which has to be there. */
        record Part(DocumentPath path) implements SetValue {
            @Override
            public AttributeValue in(Map<String, AttributeValue> before) {
                return path.in(before)
                        .orElseThrow(() -> new InvalidExpression(
                                "The provided expression refers to an attribute that does not exist in the item"));
            }
        }

        /** A part of the item, or something else while it is not there. */
        record IfNotExists(DocumentPath path, SetValue otherwise) implements SetValue {
            @Override
            public AttributeValue in(Map<String, AttributeValue> before) {
                return path.in(before).orElseGet(() -> otherwise.in(before));
            }
        }

        /** Two lists, one behind the other. */
        record ListAppend(SetValue first, SetValue second) implements SetValue {
            @Override
            public AttributeValue in(Map<String, AttributeValue> before) {
                List<AttributeValue> all = new ArrayList<>(list(first.in(before)));
                all.addAll(list(second.in(before)));
                return AttributeValue.fromL(all);
            }

            private static List<AttributeValue> list(AttributeValue value) {
                if (!value.hasL()) {
                    throw new InvalidExpression("An operand in the update expression has an incorrect data type");
                }
                return value.l();
            }
        }

        /** A sum or a difference. */
        record Sum(SetValue left, SetValue right, boolean minus) implements SetValue {
            @Override
            public AttributeValue in(Map<String, AttributeValue> before) {
                BigDecimal one = number(left.in(before));
                BigDecimal other = number(right.in(before));
                BigDecimal sum = minus ? one.subtract(other) : one.add(other);
                return AttributeValue.fromN(AttributeForm.number(sum.toPlainString()));
            }

            private static BigDecimal number(AttributeValue value) {
                if (value.n() == null) {
                    throw new InvalidExpression("An operand in the update expression has an incorrect data type");
                }
                return new BigDecimal(value.n());
            }
        }
    }
}
