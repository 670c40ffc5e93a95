package com.scheduleevents.cloud.dynamodb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item with its recent versions, which eventually consistent reads may still return. */
final class StoredRow {

    /** The newest last. */
    private final Deque<Version> versions = new ArrayDeque<>();

    /** When each global index will have learnt of everything that was written so far. */
    private final long[] indexedAt;

    private boolean locked;

    StoredRow(int indexes) {
        this.indexedAt = new long[indexes];
    }

    Optional<SortedMap<String, AttributeValue>> current() {
        return versions.isEmpty() ? Optional.empty() : versions.getLast().item();
    }

    /** What it was at a time. */
    Optional<SortedMap<String, AttributeValue>> at(long nanos) {
        for (Iterator<Version> newestFirst = versions.descendingIterator(); newestFirst.hasNext(); ) {
            Version version = newestFirst.next();
            if (version.since() <= nanos) {
                return version.item();
            }
        }
        return Optional.empty();
    }

    /**
     * Writes it.
     *
     * @param forget nobody reads what it was up to then
     */
    void write(long now, Optional<SortedMap<String, AttributeValue>> item, long forget) {
        versions.addLast(new Version(now, item));
        forget(forget);
    }

    /** @return whether nothing is left of it */
    boolean forget(long until) {
        while (versions.size() > 1 && second().since() <= until) {
            versions.removeFirst();
        }
        return !locked
                && (versions.isEmpty()
                        || (versions.size() == 1
                                && versions.getLast().item().isEmpty()
                                && versions.getLast().since() <= until));
    }

    private Version second() {
        Iterator<Version> oldestFirst = versions.iterator();
        oldestFirst.next();
        return oldestFirst.next();
    }

    /** When an index learns of a write: never of a later one first. */
    long indexed(int index, long wanted) {
        indexedAt[index] = Math.max(indexedAt[index], wanted);
        return indexedAt[index];
    }

    /** Whether a transaction is about to write it. */
    boolean isLocked() {
        return locked;
    }

    void lock() {
        locked = true;
    }

    void unlock() {
        locked = false;
    }

    private record Version(long since, Optional<SortedMap<String, AttributeValue>> item) {}
}
