package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.TableSchema.IndexSchema;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One page of a query or a scan.
 *
 * @param items what it hands out
 * @param counted how many there are, handed out or only counted
 * @param looked how many were looked at
 * @param last where the next page goes on; empty when there is none
 * @param bytes the size of what was looked at
 */
record ItemPage(
        List<SortedMap<String, AttributeValue>> items,
        int counted,
        int looked,
        Optional<SortedMap<String, AttributeValue>> last,
        long bytes) {

    /** Amazon DynamoDB API Reference, "Query": a page ends after so much data was looked at. */
    private static final long MOST_BYTES = 1024L * 1024;

    /** Reads items until the page is full or there are no more. */
    static ItemPage read(PageRequest request, Iterator<SortedMap<String, AttributeValue>> source) {
        List<SortedMap<String, AttributeValue>> items = new ArrayList<>();
        int counted = 0;
        int looked = 0;
        long bytes = 0;
        while (source.hasNext()) {
            SortedMap<String, AttributeValue> item = source.next();
            looked++;
            bytes += ItemSize.of(item);
            if (request.filter().stream().allMatch(filter -> filter.holds(item))) {
                counted++;
                if (!request.countOnly()) {
                    items.add(ReadOperations.projected(item, request.projection()));
                }
            }
            if ((request.limit().isPresent() && looked >= request.limit().getAsInt()) || bytes >= MOST_BYTES) {
                return new ItemPage(items, counted, looked, Optional.of(place(request, item)), bytes);
            }
        }
        return new ItemPage(items, counted, looked, Optional.empty(), bytes);
    }

    private static SortedMap<String, AttributeValue> place(PageRequest request, Map<String, AttributeValue> item) {
        SortedMap<String, AttributeValue> place =
                new TreeMap<>(request.table().schema().keys().of(item));
        request.index().map(StoredIndex::schema).map(IndexSchema::keys).ifPresent(keys -> place.putAll(keys.of(item)));
        return place;
    }
}
