package com.scheduleevents.cloud.dynamodb.expressions;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Normalizes attribute values as DynamoDB stores them, and checks the rules for them. */
public final class AttributeForm {

    /** DynamoDB Developer Guide, "Naming rules and data types": numbers have up to 38 digits. */
    private static final int DIGITS = 38;

    private static final int LARGEST_EXPONENT = 125;
    private static final int SMALLEST_EXPONENT = -130;
    private static final int DEEPEST = 32;
    private static final int LONGEST_WHOLE = 18;

    private AttributeForm() {}

    /** An item whose attributes are in order, its numbers in their shortest form. */
    public static SortedMap<String, AttributeValue> of(Map<String, AttributeValue> item) {
        SortedMap<String, AttributeValue> form = new TreeMap<>();
        item.forEach((name, value) -> form.put(name, of(value, 1)));
        return Collections.unmodifiableSortedMap(form);
    }

    /** A value in the form in which it is stored. */
    public static AttributeValue of(AttributeValue value) {
        return of(value, 1);
    }

    private static AttributeValue of(AttributeValue value, int depth) {
        if (depth > DEEPEST) {
            throw new InvalidExpression("Nesting Levels have exceeded supported limits");
        }
        return switch (value.type()) {
            case S, B, BOOL -> value;
            case NUL -> nothing(value);
            case N -> AttributeValue.fromN(number(value.n()));
            case SS -> AttributeValue.fromSs(set(value.ss(), value.ss(), StringOrder.BY_CODE_POINT));
            case NS ->
                AttributeValue.fromNs(set(
                        value.ns(),
                        value.ns().stream().map(AttributeForm::number).toList(),
                        Comparator.comparing(BigDecimal::new)));
            case BS -> AttributeValue.fromBs(set(value.bs(), value.bs(), StringOrder.BY_BYTES));
            case L ->
                AttributeValue.fromL(value.l().stream()
                        .map(element -> of(element, depth + 1))
                        .toList());
            case M -> {
                Map<String, AttributeValue> form = new TreeMap<>();
                value.m().forEach((name, element) -> form.put(name, of(element, depth + 1)));
                yield AttributeValue.fromM(form);
            }
            case UNKNOWN_TO_SDK_VERSION ->
                throw new InvalidExpression(
                        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        };
    }

    private static AttributeValue nothing(AttributeValue value) {
        if (!Boolean.TRUE.equals(value.nul())) {
            throw new InvalidExpression(
                    "One or more parameter values were invalid: Null attribute value types must have the value of true");
        }
        return value;
    }

    private static <T> List<T> set(List<T> given, List<T> elements, Comparator<T> order) {
        if (given.isEmpty()) {
            throw new InvalidExpression("One or more parameter values were invalid: An set may not be empty");
        }
        TreeSet<T> sorted = new TreeSet<>(order);
        sorted.addAll(elements);
        if (sorted.size() != given.size()) {
            throw new InvalidExpression(
                    "One or more parameter values were invalid: Input collection contains duplicates");
        }
        return List.copyOf(sorted);
    }

    /** A number in its shortest form. */
    static String number(String text) {
        if (isShortest(text)) {
            return text;
        }
        BigDecimal number;
        try {
            number = new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw new InvalidExpression("The parameter cannot be converted to a numeric value: " + text);
        }
        if (number.signum() == 0) {
            return "0";
        }
        BigDecimal shortest = number.stripTrailingZeros();
        if (shortest.precision() > DIGITS) {
            throw new InvalidExpression("Attempting to store more than 38 significant digits in a Number");
        }
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent > LARGEST_EXPONENT) {
            throw new InvalidExpression(
                    "Number overflow. Attempting to store a number with magnitude larger than supported range");
        }
        if (exponent < SMALLEST_EXPONENT) {
            throw new InvalidExpression(
                    "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        }
        return shortest.round(new MathContext(DIGITS)).toPlainString();
    }

    /** Whether it is a whole number that fits a long and is written as every number here is. */
    public static boolean isShortest(String text) {
        if (text.isEmpty() || text.length() > LONGEST_WHOLE || (text.charAt(0) == '0' && text.length() > 1)) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Bytes as they are, for comparisons. */
    static byte[] bytes(SdkBytes bytes) {
        return bytes.asByteArrayUnsafe();
    }
}
