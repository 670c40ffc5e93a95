package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.TableSchema.IndexSchema;
import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.time.CloudTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** One table: its items, its indexes, its stream, its expiry. */
final class SimulatedTable {

    /** What was overwritten longer ago is seen by no read. */
    private static final Duration HISTORY = Duration.ofSeconds(10);

    private static final Duration MEAN_LAG = Duration.ofMillis(5);
    private static final Duration MEAN_LONG_LAG = Duration.ofSeconds(2);
    private static final Duration LONGEST_LAG = Duration.ofSeconds(8);

    private final TableSchema schema;
    private final CloudTime time;
    private final ServiceFaults faults;
    private final NavigableMap<KeyTuple, StoredRow> rows = new TreeMap<>();
    private final List<StoredIndex> localIndexes = new ArrayList<>();
    private final List<StoredIndex> globalIndexes = new ArrayList<>();
    private final Deque<Gone> gone = new ArrayDeque<>();
    private final Optional<TableStream> stream;
    private final ExpiryQueue expiry;
    private final TableConsumption consumption = new TableConsumption();

    SimulatedTable(TableSchema schema, CloudTime time, ServiceFaults faults) {
        this.schema = schema;
        this.time = time;
        this.faults = faults;
        for (IndexSchema index : schema.indexes()) {
            (index.global() ? globalIndexes : localIndexes).add(new StoredIndex(index));
        }
        this.stream = schema.stream().map(_ -> new TableStream(schema.name(), time, faults));
        this.expiry = new ExpiryQueue(schema.name(), time, faults, this::expire);
    }

    TableSchema schema() {
        return schema;
    }

    Optional<TableStream> stream() {
        return stream;
    }

    ExpiryQueue expiry() {
        return expiry;
    }

    TableConsumption consumption() {
        return consumption;
    }

    Optional<SortedMap<String, AttributeValue>> current(KeyTuple key) {
        StoredRow row = rows.get(key);
        return row == null ? Optional.empty() : row.current();
    }

    /** Up to when a read sees writes: the present, or some time ago where it need not be consistent. */
    long seenUntil(boolean consistent) {
        if (!consistent && faults.strikes(FaultKind.STALE_READ, new CallSite("world", "replica", schema.name()))) {
            return time.nanos()
                    - faults.time("replica", MEAN_LONG_LAG, LONGEST_LAG).toNanos();
        }
        return time.nanos();
    }

    Optional<SortedMap<String, AttributeValue>> at(KeyTuple key, long seenUntil) {
        StoredRow row = rows.get(key);
        return row == null ? Optional.empty() : row.at(seenUntil);
    }

    NavigableMap<KeyTuple, StoredRow> rows() {
        return rows;
    }

    StoredIndex index(String name) {
        IndexSchema wanted = schema.index(name);
        return (wanted.global() ? globalIndexes : localIndexes)
                .stream()
                        .filter(index -> index.schema().equals(wanted))
                        .findFirst()
                        .orElseThrow();
    }

    boolean isLocked(KeyTuple key) {
        StoredRow row = rows.get(key);
        return row != null && row.isLocked();
    }

    void lock(KeyTuple key) {
        row(key).lock();
    }

    void unlock(KeyTuple key) {
        StoredRow row = rows.get(key);
        if (row != null) {
            row.unlock();
            gone.addLast(new Gone(key, time.nanos()));
        }
    }

    /** Refuses what could not be written. */
    void requireValid(Map<String, AttributeValue> item) {
        schema.keys().requiredIn(item);
        schema.indexes().forEach(index -> index.keys().names().forEach(name -> {
            AttributeValue value = item.get(name);
            if (value != null) {
                index.keys().requireValid(name, value);
            }
        }));
        ItemSize.requireWithinLimit(item);
    }

    void put(KeyTuple key, SortedMap<String, AttributeValue> item) {
        requireValid(item);
        write(key, Optional.of(item), false);
        expiry.plan(key, item);
    }

    void delete(KeyTuple key) {
        write(key, Optional.empty(), false);
    }

    private void expire(KeyTuple key) {
        if (isLocked(key)) {
            // A transaction is about to write it; DynamoDB comes round again.
            current(key).ifPresent(item -> expiry.plan(key, item));
        } else if (current(key).filter(expiry::isOver).isPresent()) {
            write(key, Optional.empty(), true);
        }
    }

    private void write(KeyTuple key, Optional<SortedMap<String, AttributeValue>> item, boolean byTimeToLive) {
        long now = time.nanos();
        forget(now - HISTORY.toNanos());
        Optional<SortedMap<String, AttributeValue>> before = current(key);
        if (before.isEmpty() && item.isEmpty()) {
            return;
        }
        if (!byTimeToLive) {
            Stream.concat(localIndexes.stream(), globalIndexes.stream())
                    .forEach(index -> consumption.indexWrite(index.writeUnits(before, item)));
        }
        StoredRow row = row(key);
        row.write(now, item, now - HISTORY.toNanos());
        if (item.isEmpty()) {
            gone.addLast(new Gone(key, now));
        }
        localIndexes.forEach(index -> index.apply(key, item));
        for (int i = 0; i < globalIndexes.size(); i++) {
            StoredIndex index = globalIndexes.get(i);
            long learns = row.indexed(i, now + lag().toNanos());
            time.after(Duration.ofNanos(learns - now), () -> index.apply(key, item));
        }
        // "If no data was changed, no record is written" (DynamoDB Developer Guide, "Change data capture").
        if (!before.equals(item)) {
            stream.ifPresent(records -> records.add(key, record(records, before, item, byTimeToLive)));
        }
    }

    private Duration lag() {
        return faults.strikes(FaultKind.INDEX_LAG, new CallSite("world", "index", schema.name()))
                ? faults.time(
                        "index",
                        MEAN_LONG_LAG.multipliedBy(faults.level().mostIndexLag().dividedBy(LONGEST_LAG)),
                        faults.level().mostIndexLag())
                : faults.time("index", MEAN_LAG, LONGEST_LAG);
    }

    private ChangeRecord record(
            TableStream records,
            Optional<SortedMap<String, AttributeValue>> before,
            Optional<SortedMap<String, AttributeValue>> after,
            boolean byTimeToLive) {
        StreamViewType view = schema.stream().orElseThrow();
        boolean showsNew = view == StreamViewType.NEW_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
        boolean showsOld = view == StreamViewType.OLD_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
        SortedMap<String, AttributeValue> keys =
                schema.keys().of(after.or(() -> before).orElseThrow());
        Optional<SortedMap<String, AttributeValue>> newImage = after.filter(_ -> showsNew);
        Optional<SortedMap<String, AttributeValue>> oldImage = before.filter(_ -> showsOld);
        return new ChangeRecord(
                records.nextSequenceNumber(),
                before.isEmpty()
                        ? ChangeRecord.Kind.INSERT
                        : after.isEmpty() ? ChangeRecord.Kind.REMOVE : ChangeRecord.Kind.MODIFY,
                keys,
                newImage,
                oldImage,
                time.now(),
                byTimeToLive,
                view,
                ItemSize.of(keys)
                        + newImage.map(ItemSize::of).orElse(0L)
                        + oldImage.map(ItemSize::of).orElse(0L));
    }

    private StoredRow row(KeyTuple key) {
        return rows.computeIfAbsent(key, _ -> new StoredRow(globalIndexes.size()));
    }

    private void forget(long until) {
        while (!gone.isEmpty() && gone.getFirst().since() <= until) {
            KeyTuple key = gone.removeFirst().key();
            StoredRow row = rows.get(key);
            if (row != null && row.forget(until)) {
                rows.remove(key);
            }
        }
    }

    private record Gone(KeyTuple key, long since) {}
}
