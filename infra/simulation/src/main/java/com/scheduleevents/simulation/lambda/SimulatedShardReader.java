package com.scheduleevents.simulation.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.dynamodb.ChangeRecord;
import com.scheduleevents.cloud.dynamodb.StreamShard;
import com.scheduleevents.cloud.dynamodb.TableStream;
import com.scheduleevents.cloud.sources.EventPattern;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.sources.StreamBatches;
import com.scheduleevents.cloud.sources.StreamChange;
import com.scheduleevents.cloud.sources.StreamEvents;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.cloud.time.Signal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Reads one shard from its beginning to its end, and hands its changes over in as many lanes as batches may be with the
 * function at once. The changes of one item are all in one lane.
 */
final class SimulatedShardReader {

    /** Whoever adds a change wakes the reader. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private static final Duration MEAN_POLL = Duration.ofMillis(125);

    /** How many batches of each lane are read ahead. */
    private static final int AHEAD = 10;

    private final SourceSpec.Stream spec;
    private final Scheduler scheduler;
    private final TableStream stream;
    private final StreamShard shard;
    private final StreamEvents events;
    private final Predicate<JsonNode> filter;
    private final StreamBatches batches;
    private final RandomGenerator random;
    private final Runnable missed;
    private final Signal handled;
    private final List<Lane> lanes = new ArrayList<>();
    private long position;
    private int ahead;

    SimulatedShardReader(
            SourceSpec.Stream spec,
            Scheduler scheduler,
            TableStream stream,
            StreamShard shard,
            StreamEvents events,
            StreamBatches batches,
            RandomGenerator random,
            Runnable missed) {
        this.spec = spec;
        this.scheduler = scheduler;
        this.stream = stream;
        this.shard = shard;
        this.events = events;
        this.filter = EventPattern.anyOf(spec.patterns());
        this.batches = batches;
        this.random = random;
        this.missed = missed;
        this.handled = new Signal(scheduler);
        for (int i = 0; i < spec.lanes(); i++) {
            lanes.add(new Lane(i));
        }
    }

    /** Returns when everything in the shard was handled or given up, and nothing will come any more. */
    void readToTheEnd() {
        while (true) {
            boolean closed = shard.isClosed();
            if (shard.trimmed() > position) {
                missed.run();
            }
            position = Math.max(position, shard.trimmed());
            List<ChangeRecord> records = shard.read(position, spec.batchSize() * lanes.size(), scheduler.now());
            for (ChangeRecord record : records) {
                position = record.sequenceNumber();
                StreamChange change = events.change(record.returned());
                if (filter.test(change.json())) {
                    ahead++;
                    lanes.get(Math.floorMod(change.keyHash(), lanes.size())).add(change);
                }
            }
            while (ahead >= spec.batchSize() * lanes.size() * AHEAD) {
                handled.await();
            }
            if (records.isEmpty() && closed) {
                break;
            }
            if (records.isEmpty()) {
                stream.news().await(LONGEST_WAIT);
                // Lambda polls each shard some times a second.
                scheduler.sleep(Duration.ofNanos((long) (random.nextExponential() * MEAN_POLL.toNanos())));
            }
        }
        while (ahead > 0) {
            handled.await();
        }
    }

    private void deliver(List<StreamChange> batch) {
        try {
            batches.deliver(batch);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a task of a simulation", e);
        }
    }

    /** Changes that are handed over one batch after the other. */
    private final class Lane {

        private final int number;
        private final Deque<StreamChange> waiting = new ArrayDeque<>();
        private boolean working;

        Lane(int number) {
            this.number = number;
        }

        void add(StreamChange change) {
            waiting.addLast(change);
            if (!working) {
                working = true;
                scheduler.spawn(shard.id() + " of " + stream.table() + " lane " + number, this::work);
            }
        }

        private void work() {
            while (!waiting.isEmpty()) {
                if (waiting.size() < spec.batchSize()) {
                    scheduler.sleep(spec.window());
                }
                List<StreamChange> batch = new ArrayList<>();
                while (!waiting.isEmpty() && batch.size() < spec.batchSize()) {
                    batch.add(waiting.removeFirst());
                }
                deliver(batch);
                ahead -= batch.size();
                handled.raise();
            }
            working = false;
        }
    }
}
