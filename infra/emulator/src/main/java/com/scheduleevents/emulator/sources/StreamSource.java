package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.EventPattern;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.sources.StreamBatches;
import com.scheduleevents.cloud.sources.StreamEvents;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.storage.WriteSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Invokes a function with the records of a table's stream: finds its shards, and reads a shard after its parent. */
final class StreamSource implements EventSource {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration WITHOUT_WRITES = Duration.ofMinutes(1);

    private final String name;
    private final String streamArn;
    private final SourceSpec.Stream spec;
    private final DynamoDbStreamsClient streams;
    private final WriteSignal writes;
    private final StreamEvents events;
    private final Predicate<JsonNode> filter;
    private final Checkpoints checkpoints;
    private final BatchesOfShard batches;
    private final FunctionLog log;
    private final Map<String, Poller> readers = new ConcurrentHashMap<>();
    private final Poller discovery;
    private boolean firstLook = true;

    /** Creates the batches of one shard. */
    @FunctionalInterface
    interface BatchesOfShard {
        StreamBatches of(String shard);
    }

    StreamSource(
            String name,
            String streamArn,
            String region,
            SourceSpec.Stream spec,
            DynamoDbStreamsClient streams,
            WriteSignal writes,
            Checkpoints checkpoints,
            BatchesOfShard batches,
            FunctionLog log) {
        this.name = name;
        this.streamArn = streamArn;
        this.spec = spec;
        this.streams = streams;
        this.writes = writes;
        this.events = new StreamEvents(streamArn, region);
        this.filter = EventPattern.anyOf(spec.patterns());
        this.checkpoints = checkpoints;
        this.batches = batches;
        this.log = log;
        this.discovery = Poller.start(name, log, this::look);
    }

    private boolean look() throws InterruptedException {
        long written = writes.count();
        var shards = shards();
        Set<String> there = shards.stream()
                .map(software.amazon.awssdk.services.dynamodb.model.Shard::shardId)
                .collect(Collectors.toSet());
        // Only shards that existed at the start can be skipped as older than the source.
        ShardIteratorType begin = firstLook && !spec.fromTheBeginning() && checkpoints.isEmpty()
                ? ShardIteratorType.LATEST
                : ShardIteratorType.TRIM_HORIZON;
        for (var shard : shards) {
            @Nullable String parent = shard.parentShardId();
            boolean parentRead = parent == null || !there.contains(parent) || checkpoints.isAtEnd(parent);
            if ((parentRead || begin == ShardIteratorType.LATEST) && !checkpoints.isAtEnd(shard.shardId())) {
                readers.computeIfAbsent(shard.shardId(), id -> reader(id, begin));
            }
        }
        firstLook = false;
        Thread.sleep(BETWEEN_LOOKS);
        writes.awaitAfter(written, WITHOUT_WRITES);
        return true;
    }

    private Poller reader(String id, ShardIteratorType begin) {
        ShardReader shard = new ShardReader(
                id, streamArn, begin, spec, streams, writes, events, filter, checkpoints, batches.of(id));
        return Poller.start(name + " " + id, log, shard::round);
    }

    private List<software.amazon.awssdk.services.dynamodb.model.Shard> shards() {
        List<software.amazon.awssdk.services.dynamodb.model.Shard> shards = new ArrayList<>();
        @Nullable String last = null;
        do {
            StreamDescription page = page(last);
            shards.addAll(page.shards());
            last = page.lastEvaluatedShardId();
        } while (last != null);
        return shards;
    }

    private StreamDescription page(@Nullable String after) {
        return streams.describeStream(request -> {
                    request.streamArn(streamArn);
                    if (after != null) {
                        request.exclusiveStartShardId(after);
                    }
                })
                .streamDescription();
    }

    @Override
    public void stop() {
        discovery.stop();
        readers.values().forEach(Poller::stop);
        writes.signal();
    }

    @Override
    public void close() {
        discovery.close();
        readers.values().forEach(Poller::close);
        checkpoints.stopped();
    }
}
