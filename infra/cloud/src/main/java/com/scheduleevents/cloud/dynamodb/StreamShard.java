package com.scheduleevents.cloud.dynamodb;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A shard of a stream: the changes of the partitions whose hashes are in its range, in order. */
public final class StreamShard {

    /** DynamoDB Developer Guide, "Change data capture for DynamoDB Streams": for how long changes are kept. */
    public static final Duration RETENTION = Duration.ofHours(24);

    private final String id;
    private final Optional<StreamShard> parent;
    private final int low;
    private final int high;
    private final NavigableMap<Long, ChangeRecord> records = new TreeMap<>();
    private long trimmed;
    private boolean closed;

    StreamShard(String id, Optional<StreamShard> parent, int low, int high) {
        this.id = id;
        this.parent = parent;
        this.low = low;
        this.high = high;
    }

    /** Its name. */
    public String id() {
        return id;
    }

    /** The shard whose changes come before all of its own. */
    public Optional<StreamShard> parent() {
        return parent;
    }

    /** Whether nothing will be added any more. */
    public boolean isClosed() {
        return closed;
    }

    /** The sequence number of the last record that was trimmed; 0 when none was. */
    public long trimmed() {
        return trimmed;
    }

    /** The oldest records beyond a place that are kept still. */
    public List<ChangeRecord> read(long afterSequenceNumber, int max, Instant now) {
        trim(now);
        return records.tailMap(afterSequenceNumber, false).values().stream()
                .limit(max)
                .toList();
    }

    boolean covers(int hash) {
        return low <= hash && hash <= high;
    }

    int low() {
        return low;
    }

    int high() {
        return high;
    }

    void add(ChangeRecord record) {
        records.put(record.sequenceNumber(), record);
    }

    void close() {
        closed = true;
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    void trim(Instant now) {
        Instant oldest = now.minus(RETENTION);
        while (!records.isEmpty() && records.firstEntry().getValue().created().isBefore(oldest)) {
            trimmed = records.pollFirstEntry().getKey();
        }
    }
}
