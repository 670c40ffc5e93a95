package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An operand of a condition. */
sealed interface Operand {

    /** Its value for an item, if there is one. */
    Optional<AttributeValue> in(Map<String, AttributeValue> item);

    /** A part of the item. */
    record Part(DocumentPath path) implements Operand {
        @Override
        public Optional<AttributeValue> in(Map<String, AttributeValue> item) {
            return path.in(item);
        }
    }

    /** A value that the request brings. */
    record Given(AttributeValue value) implements Operand {
        @Override
        public Optional<AttributeValue> in(Map<String, AttributeValue> item) {
            return Optional.of(value);
        }
    }

    /** How large a part of the item is. */
    record Size(DocumentPath path) implements Operand {
        @Override
        public Optional<AttributeValue> in(Map<String, AttributeValue> item) {
            return path.in(item).flatMap(Size::size).map(size -> AttributeValue.fromN(Integer.toString(size)));
        }

        private static Optional<Integer> size(AttributeValue value) {
            return switch (value.type()) {
                case S -> Optional.of(value.s().length());
                case B -> Optional.of(AttributeForm.bytes(value.b()).length);
                case SS -> Optional.of(value.ss().size());
                case NS -> Optional.of(value.ns().size());
                case BS -> Optional.of(value.bs().size());
                case L -> Optional.of(value.l().size());
                case M -> Optional.of(value.m().size());
                default -> Optional.empty();
            };
        }
    }
}
