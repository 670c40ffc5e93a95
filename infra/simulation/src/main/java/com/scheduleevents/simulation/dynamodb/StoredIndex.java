package com.scheduleevents.simulation.dynamodb;

import com.scheduleevents.simulation.dynamodb.TableSchema.IndexSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An index as it is at present. */
final class StoredIndex {

    private final IndexSchema schema;
    private final NavigableMap<KeyTuple, SortedMap<String, AttributeValue>> entries = new TreeMap<>();
    private final Map<KeyTuple, KeyTuple> places = new HashMap<>();

    StoredIndex(IndexSchema schema) {
        this.schema = schema;
    }

    IndexSchema schema() {
        return schema;
    }

    NavigableMap<KeyTuple, SortedMap<String, AttributeValue>> entries() {
        return entries;
    }

    /** Learns what an item of the table is now. */
    void learn(KeyTuple key, Optional<SortedMap<String, AttributeValue>> item) {
        KeyTuple before = places.remove(key);
        if (before != null) {
            entries.remove(before);
        }
        item.ifPresent(present -> schema.keys().partsIn(present).ifPresent(parts -> {
            List<AttributeValue> place = new ArrayList<>(parts);
            place.addAll(key.parts());
            places.put(key, KeyTuple.of(place));
            entries.put(KeyTuple.of(place), projected(present));
        }));
    }

    private SortedMap<String, AttributeValue> projected(SortedMap<String, AttributeValue> item) {
        if (schema.attributes().isEmpty()) {
            return item;
        }
        SortedMap<String, AttributeValue> seen = new TreeMap<>(item);
        seen.keySet().retainAll(schema.attributes().get());
        return Collections.unmodifiableSortedMap(seen);
    }
}
