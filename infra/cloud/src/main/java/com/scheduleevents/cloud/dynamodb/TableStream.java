package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.time.CloudTime;
import com.scheduleevents.cloud.time.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stream of a table's changes. Its shards close now and then, and others go on in their place. */
public final class TableStream {

    private static final int MOST_OPEN_SHARDS = 4;

    private final String table;
    private final CloudTime time;
    private final ServiceFaults faults;
    private final Signal news;
    private final Signal shardsChanged;
    private final List<StreamShard> shards = new ArrayList<>();
    private final List<Runnable> watchers = new ArrayList<>();
    private int shardsMade;
    private long lastSequenceNumber;

    TableStream(String table, CloudTime time, ServiceFaults faults) {
        this.table = table;
        this.time = time;
        this.faults = faults;
        this.news = new Signal(time);
        this.shardsChanged = new Signal(time);
        open(Optional.empty(), 0, Integer.MAX_VALUE);
    }

    /** The name of the table. */
    public String table() {
        return table;
    }

    /** All shards that are kept still, parents before their children. */
    public List<StreamShard> shards() {
        shards.forEach(shard -> shard.trim(time.now()));
        shards.removeIf(shard -> shard.isClosed() && shard.isEmpty());
        return List.copyOf(shards);
    }

    /** Raised when there are records that were not there before. */
    public Signal news() {
        return news;
    }

    /** Tells somebody who is no caller of the service of all records from now on. */
    void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    /** Raised when there are shards that were not there before, and by readers that came to the end of one. */
    public Signal shardsChanged() {
        return shardsChanged;
    }

    /** That of the newest record; 0 when there was none. */
    long lastSequenceNumber() {
        return lastSequenceNumber;
    }

    long nextSequenceNumber() {
        return ++lastSequenceNumber;
    }

    void add(KeyTuple key, ChangeRecord record) {
        int hash = key.hash();
        StreamShard shard = covering(hash);
        if (faults.strikes(FaultKind.SHARD_SPLIT, new CallSite("world", "stream", table))) {
            replace(shard);
            shardsChanged.raise();
            shard = covering(hash);
        }
        shard.trim(time.now());
        shard.add(record);
        news.raise();
        watchers.forEach(Runnable::run);
    }

    private StreamShard covering(int hash) {
        return shards.stream()
                .filter(shard -> !shard.isClosed() && shard.covers(hash))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no shard covers " + hash));
    }

    /** Splits a shard in two; where there are enough, one takes its place, as happens every few hours anyway. */
    private void replace(StreamShard shard) {
        shard.close();
        long open = shards.stream().filter(one -> !one.isClosed()).count();
        if (open + 2 > MOST_OPEN_SHARDS) {
            open(Optional.of(shard), shard.low(), shard.high());
        } else {
            int middle = shard.low() + (shard.high() - shard.low()) / 2;
            open(Optional.of(shard), shard.low(), middle);
            open(Optional.of(shard), middle + 1, shard.high());
        }
    }

    private void open(Optional<StreamShard> parent, int low, int high) {
        shards.add(new StreamShard("shardId-%020d".formatted(++shardsMade), parent, low, high));
    }
}
