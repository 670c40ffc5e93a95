package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.AttributeForm;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Computes the size of items (DynamoDB Developer Guide, "Item sizes and formats"). */
final class ItemSize {

    /** DynamoDB Developer Guide, "Quotas": the size of an item. */
    private static final long LARGEST = 400L * 1024;

    private static final int CONTAINER = 3;

    private ItemSize() {}

    static long of(Map<String, AttributeValue> item) {
        long size = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            size += bytes(attribute.getKey()) + of(attribute.getValue());
        }
        return size;
    }

    static void requireWithinLimit(Map<String, AttributeValue> item) {
        if (of(item) > LARGEST) {
            throw DynamoDbErrors.validation("Item size has exceeded the maximum allowed size");
        }
    }

    static long of(AttributeValue value) {
        return switch (value.type()) {
            case S -> bytes(value.s());
            case N -> number(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case BOOL, NUL -> 1;
            case SS -> value.ss().stream().mapToLong(ItemSize::bytes).sum();
            case NS -> value.ns().stream().mapToLong(ItemSize::number).sum();
            case BS ->
                value.bs().stream()
                        .mapToLong(bytes -> bytes.asByteArrayUnsafe().length)
                        .sum();
            case L ->
                CONTAINER
                        + value.l().stream()
                                .mapToLong(element -> of(element) + 1)
                                .sum();
            case M -> CONTAINER + of(value.m()) + value.m().size();
            case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("a value without a type");
        };
    }

    private static long number(String text) {
        if (AttributeForm.isShortest(text)) {
            int digits = text.length();
            while (digits > 1 && text.charAt(digits - 1) == '0') {
                digits--;
            }
            return (digits + 1L) / 2 + 1;
        }
        BigDecimal number = new BigDecimal(text).stripTrailingZeros();
        return (number.precision() + 1L) / 2 + (number.signum() < 0 ? 2 : 1);
    }

    private static long bytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return text.length();
    }
}
