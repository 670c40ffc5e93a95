package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.emulator.storage.WriteSignal;
import com.scheduleevents.emulator.template.SourceSpec;
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
        List<StreamChange> changes = new ArrayList<>();
        long written = writes.count();
        boolean open = read(changes);
        long end = System.nanoTime() + spec.window().toNanos();
        while (open && !changes.isEmpty() && changes.size() < spec.batchSize() && System.nanoTime() < end) {
            Thread.sleep(BETWEEN_READS);
            open = read(changes);
        }
        if (!changes.isEmpty()) {
            handle(changes);
            checkpoints.handled(
                    id, changes.getLast().sequenceNumber(), changes.getLast().at());
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
            records.records().forEach(record -> changes.add(events.change(record)));
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

    private void handle(List<StreamChange> read) throws InterruptedException {
        Instant handledUntil = checkpoints.handledUntil(id);
        List<StreamChange> changes = read.stream()
                .filter(change -> !change.at().isBefore(handledUntil))
                .filter(change -> filter.test(change.json()))
                .toList();
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
