package com.scheduleevents.cloud.dynamodb.expressions;

import java.math.BigDecimal;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Compares two attribute values. */
public final class Comparison {

    private Comparison() {}

    /** Whether both are the same; both in the form in which values are stored. */
    public static boolean same(AttributeValue one, AttributeValue other) {
        return one.equals(other);
    }

    /** Which is greater; empty for values of different types, and of types that have no order. */
    public static OptionalInt order(AttributeValue one, AttributeValue other) {
        if (one.type() != other.type()) {
            return OptionalInt.empty();
        }
        return switch (one.type()) {
            case S -> OptionalInt.of(StringOrder.BY_CODE_POINT.compare(one.s(), other.s()));
            case N -> OptionalInt.of(order(one.n(), other.n()));
            case B -> OptionalInt.of(StringOrder.BY_BYTES.compare(one.b(), other.b()));
            default -> OptionalInt.empty();
        };
    }

    private static int order(String one, String other) {
        return AttributeForm.isShortest(one) && AttributeForm.isShortest(other)
                ? Long.compare(Long.parseLong(one), Long.parseLong(other))
                : new BigDecimal(one).compareTo(new BigDecimal(other));
    }
}
