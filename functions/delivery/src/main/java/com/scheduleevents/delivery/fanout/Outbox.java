package com.scheduleevents.delivery.fanout;

import com.scheduleevents.delivery.records.StreamRecord;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.error.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the messages of a batch, so that ten travel in one call, and remembers which record each is from. */
final class Outbox {

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    /** What one call of SQS takes. */
    private static final int CALL = 10;

    private final DeliveryQueue queue;
    private final List<Pending> pending = new ArrayList<>();

    Outbox(DeliveryQueue queue) {
        this.queue = queue;
    }

    void add(StreamRecord from, List<DeliveryMessage> messages) {
        messages.forEach(message -> pending.add(new Pending(from, message)));
    }

    /** Sends everything, in order; gives the first record of which something may not have been sent. */
    Optional<StreamRecord> send() {
        for (int from = 0; from < pending.size(); from += CALL) {
            List<Pending> call = pending.subList(from, Math.min(from + CALL, pending.size()));
            try {
                queue.send(call.stream().map(Pending::message).toList());
            } catch (RuntimeException e) {
                LOG.error("deliveries could not be queued and their events will come again: {}", Trace.of(e));
                return Optional.of(call.getFirst().from());
            }
        }
        return Optional.empty();
    }

    private record Pending(StreamRecord from, DeliveryMessage message) {}
}
