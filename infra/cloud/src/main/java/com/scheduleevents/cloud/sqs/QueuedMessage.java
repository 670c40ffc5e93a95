package com.scheduleevents.cloud.sqs;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** A message on its way through a queue. */
final class QueuedMessage {

    /** What a sender said. */
    record Content(String body, Map<String, MessageAttributeValue> attributes, Optional<String> group) {}

    private final String id;
    private final Content content;
    private final Instant sent;
    private final long order;
    private Instant firstReceived = Instant.EPOCH;
    private int receives;

    /** Counts what was decided about it, so that an earlier receipt, or an earlier plan, is told from the last one. */
    private long revision;

    private long visibleAt;
    private Instant lastReceived = Instant.EPOCH;
    private Optional<String> source = Optional.empty();
    private State state = State.GONE;

    /** Where it is. */
    enum State {
        /** Sent with a delay, and nobody has received it since. */
        HIDDEN,
        VISIBLE,
        IN_FLIGHT,
        /** In no queue. */
        GONE
    }

    QueuedMessage(String id, Content content, Instant sent, long order) {
        this.id = id;
        this.content = content;
        this.sent = sent;
        this.order = order;
    }

    String id() {
        return id;
    }

    Content content() {
        return content;
    }

    /** When it was first sent, to whichever queue: that is what its retention counts from. */
    Instant sent() {
        return sent;
    }

    long order() {
        return order;
    }

    int receives() {
        return receives;
    }

    Instant firstReceived() {
        return firstReceived;
    }

    Instant lastReceived() {
        return lastReceived;
    }

    /** The dead-letter queue's word for where it came from. */
    Optional<String> source() {
        return source;
    }

    long revision() {
        return revision;
    }

    long visibleAt() {
        return visibleAt;
    }

    State state() {
        return state;
    }

    void hideUntil(long nanos) {
        visibleAt = nanos;
        revision++;
        state = State.HIDDEN;
    }

    void stayInFlightUntil(long nanos) {
        visibleAt = nanos;
        revision++;
    }

    void show() {
        state = State.VISIBLE;
        revision++;
    }

    void receive(Instant now, long until) {
        if (receives == 0) {
            firstReceived = now;
        }
        lastReceived = now;
        receives++;
        revision++;
        visibleAt = until;
        state = State.IN_FLIGHT;
    }

    void remove() {
        state = State.GONE;
        revision++;
    }

    void cameFrom(String queueArn) {
        source = Optional.of(queueArn);
    }
}
