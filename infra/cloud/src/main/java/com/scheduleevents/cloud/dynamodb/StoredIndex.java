package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.TableSchema.IndexSchema;
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

/** The entries of an index. */
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

    /** Applies a change of an item of the table. */
    void apply(KeyTuple key, Optional<SortedMap<String, AttributeValue>> item) {
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

    /**
     * The write units that a change of an item takes here (DynamoDB Developer Guide, "Using Global Secondary Indexes": "Write capacity units").
     * An entry that moves is deleted and put; one that stays as it is takes none.
     */
    double writeUnits(
            Optional<SortedMap<String, AttributeValue>> before, Optional<SortedMap<String, AttributeValue>> after) {
        Optional<SortedMap<String, AttributeValue>> old =
                before.filter(this::holds).map(this::projected);
        Optional<SortedMap<String, AttributeValue>> next =
                after.filter(this::holds).map(this::projected);
        if (old.equals(next)) {
            return 0;
        }
        boolean stays = old.flatMap(schema.keys()::partsIn).equals(next.flatMap(schema.keys()::partsIn));
        double put = next.map(StoredIndex::units).orElse(0.0);
        double deleted = old.map(StoredIndex::units).orElse(0.0);
        return stays ? Math.max(put, deleted) : put + deleted;
    }

    private boolean holds(SortedMap<String, AttributeValue> item) {
        return schema.keys().partsIn(item).isPresent();
    }

    private static double units(SortedMap<String, AttributeValue> entry) {
        return TableConsumption.writeUnits(ItemSize.of(entry));
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
