package com.scheduleevents.simulation.lambda;

import com.scheduleevents.simulation.dynamodb.ChangeRecord;
import com.scheduleevents.simulation.dynamodb.StreamShard;
import com.scheduleevents.simulation.dynamodb.TableStream;
import com.scheduleevents.simulation.time.Scheduler;
import com.scheduleevents.simulation.time.Signal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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

    private final StreamEventSource.Settings settings;
    private final Scheduler scheduler;
    private final TableStream stream;
    private final StreamShard shard;
    private final SimulatedStreamBatches batches;
    private final RandomGenerator random;
    private final Signal handled;
    private final List<Lane> lanes = new ArrayList<>();
    private long position;
    private int ahead;

    SimulatedShardReader(
            StreamEventSource.Settings settings,
            Scheduler scheduler,
            TableStream stream,
            StreamShard shard,
            SimulatedStreamBatches batches,
            RandomGenerator random) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.stream = stream;
        this.shard = shard;
        this.batches = batches;
        this.random = random;
        this.handled = new Signal(scheduler);
        for (int i = 0; i < settings.parallelizationFactor(); i++) {
            lanes.add(new Lane(i));
        }
    }

    /** Returns when everything in the shard was handled or given up, and nothing will come any more. */
    void readToTheEnd() {
        while (true) {
            boolean closed = shard.isClosed();
            batches.missed(shard.trimmed() > position);
            position = Math.max(position, shard.trimmed());
            List<ChangeRecord> records = shard.read(position, settings.batchSize() * lanes.size(), scheduler.now());
            for (ChangeRecord record : records) {
                position = record.sequenceNumber();
                ahead++;
                lanes.get(Math.floorMod(record.keys().hashCode(), lanes.size())).add(record);
            }
            while (ahead >= settings.batchSize() * lanes.size() * AHEAD) {
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

    /** Changes that are handed over one batch after the other. */
    private final class Lane {

        private final int number;
        private final Deque<ChangeRecord> waiting = new ArrayDeque<>();
        private boolean working;

        Lane(int number) {
            this.number = number;
        }

        void add(ChangeRecord record) {
            waiting.addLast(record);
            if (!working) {
                working = true;
                scheduler.spawn(shard.id() + " of " + stream.table() + " lane " + number, this::work);
            }
        }

        private void work() {
            while (!waiting.isEmpty()) {
                if (waiting.size() < settings.batchSize()) {
                    scheduler.sleep(settings.window());
                }
                List<ChangeRecord> batch = new ArrayList<>();
                while (!waiting.isEmpty() && batch.size() < settings.batchSize()) {
                    batch.add(waiting.removeFirst());
                }
                batches.handle(shard, batch);
                ahead -= batch.size();
                handled.raise();
            }
            working = false;
        }
    }
}
