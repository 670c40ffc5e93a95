package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.Comparison;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A position in the order of a table or an index: partition key, sort key and, in an index, the table's keys behind them.
 *
 * @param parts values of the same types in the same places
 * @param after whether the place behind all that begin with these parts is meant, instead of the one before them
 */
record KeyTuple(List<AttributeValue> parts, boolean after) implements Comparable<KeyTuple> {

    static KeyTuple of(List<AttributeValue> parts) {
        return new KeyTuple(List.copyOf(parts), false);
    }

    static KeyTuple behind(List<AttributeValue> parts) {
        return new KeyTuple(List.copyOf(parts), true);
    }

    AttributeValue partition() {
        return parts.getFirst();
    }

    /** Where its partition is in the space of hashes, which DynamoDB spreads partitions over: 0 to 2^31 - 1. */
    int hash() {
        int hash = 0x811c9dc5;
        String text = partition().toString();
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x01000193;
        }
        hash ^= hash >>> 15;
        hash *= 0x2c1b3c6d;
        return (hash ^ (hash >>> 12)) & Integer.MAX_VALUE;
    }

    @Override
    public int compareTo(KeyTuple other) {
        int shorter = Math.min(parts.size(), other.parts.size());
        for (int i = 0; i < shorter; i++) {
            int order = Comparison.order(parts.get(i), other.parts.get(i)).orElseThrow();
            if (order != 0) {
                return order;
            }
        }
        if (parts.size() == other.parts.size()) {
            return Boolean.compare(after, other.after);
        }
        boolean thisIsShorter = parts.size() < other.parts.size();
        boolean shorterIsBehind = thisIsShorter ? after : other.after;
        return thisIsShorter == shorterIsBehind ? 1 : -1;
    }
}
