package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.sources.StreamBatches;
import com.scheduleevents.cloud.sources.StreamChange;
import com.scheduleevents.cloud.sources.StreamEvents;
import com.scheduleevents.emulator.storage.WriteSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads a shard from its checkpoint to its end. The records of one read are all handled before the next read, in parallel lanes
 * that keep the order of each item's changes.
 */
final class ShardReader {

    /** Fewer would not be worth an invocation of their own. */
    private static final int OF_A_LANE = 10;

    /** While the batching window is open. */
    private static final Duration BETWEEN_READS = Duration.ofMillis(50);

    /** While nothing is written: DynamoDB Local also deletes expired items, without a request. */
    private static final Duration WITHOUT_WRITES = Duration.ofSeconds(5);

    private final String id;
    private final String streamArn;
    private final SourceSpec.Stream spec;
    private final DynamoDbStreamsClient streams;
    private final WriteSignal writes;
    private final StreamEvents events;
    private final Predicate<JsonNode> filter;
    private final Checkpoints checkpoints;
    private final StreamBatches batches;
    private ShardIteratorType begin;
    private @Nullable String iterator;
    private @Nullable StreamChange last;

    ShardReader(
            String id,
            String streamArn,
            ShardIteratorType begin,
            SourceSpec.Stream spec,
            DynamoDbStreamsClient streams,
            WriteSignal writes,
            StreamEvents events,
            Predicate<JsonNode> filter,
            Checkpoints checkpoints,
            StreamBatches batches) {
        this.id = id;
        this.streamArn = streamArn;
        this.begin = begin;
        this.spec = spec;
        this.streams = streams;
        this.writes = writes;
        this.events = events;
        this.filter = filter;
        this.checkpoints = checkpoints;
        this.batches = batches;
    }

    /** Reads once, and returns whether the shard continues. */
    boolean round() throws InterruptedException {
        if (iterator == null) {
            iterator = newIterator();
        }
        last = null;
        List<StreamChange> changes = new ArrayList<>();
        long written = writes.count();
        boolean open = read(changes);
        long end = System.nanoTime() + spec.window().toNanos();
        while (open && !changes.isEmpty() && changes.size() < spec.batchSize() && System.nanoTime() < end) {
            Thread.sleep(BETWEEN_READS);
            open = read(changes);
        }
        if (last != null) {
            handle(changes);
            checkpoints.handled(id, last.sequenceNumber(), last.at());
        } else if (open) {
            writes.awaitAfter(written, WITHOUT_WRITES);
        }
        if (!open) {
            checkpoints.atEnd(id);
        }
        return open;
    }

    private boolean read(List<StreamChange> changes) {
        try {
            GetRecordsResponse records = streams.getRecords(request -> request.shardIterator(iterator));
            Instant handledUntil = checkpoints.handledUntil(id);
            records.records().stream().map(events::change).forEach(change -> {
                last = change;
                if (!change.at().isBefore(handledUntil) && filter.test(change.json())) {
                    changes.add(change);
                }
            });
            iterator = records.nextShardIterator();
            return iterator != null;
        } catch (ExpiredIteratorException e) {
            iterator = newIterator();
            return true;
        } catch (TrimmedDataAccessException e) {
            begin = ShardIteratorType.TRIM_HORIZON;
            iterator = iterator(begin, null);
            return true;
        }
    }

    private String newIterator() {
        return checkpoints
                .last(id)
                .map(last -> iterator(ShardIteratorType.AFTER_SEQUENCE_NUMBER, last))
                .orElseGet(() -> iterator(begin, null));
    }

    private String iterator(ShardIteratorType type, @Nullable String sequenceNumber) {
        GetShardIteratorRequest.Builder request = GetShardIteratorRequest.builder()
                .streamArn(streamArn)
                .shardId(id)
                .shardIteratorType(type);
        if (sequenceNumber != null) {
            request.sequenceNumber(sequenceNumber);
        }
        return streams.getShardIterator(request.build()).shardIterator();
    }

    private void handle(List<StreamChange> changes) throws InterruptedException {
        int lanes = Math.clamp(Math.ceilDiv(changes.size(), Math.min(OF_A_LANE, spec.batchSize())), 1, spec.lanes());
        sideBySide(List.copyOf(changes.stream()
                .collect(Collectors.groupingBy(change -> Math.floorMod(change.keyHash(), lanes)))
                .values()));
    }

    private void sideBySide(List<List<StreamChange>> lanes) throws InterruptedException {
        if (lanes.size() == 1) {
            batches.deliver(lanes.getFirst());
            return;
        }
        CountDownLatch open = new CountDownLatch(lanes.size());
        List<Thread> threads = lanes.stream()
                .map(lane -> Thread.startVirtualThread(() -> {
                    try {
                        batches.deliver(lane);
                        open.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }))
                .toList();
        try {
            open.await();
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            throw e;
        }
    }
}
