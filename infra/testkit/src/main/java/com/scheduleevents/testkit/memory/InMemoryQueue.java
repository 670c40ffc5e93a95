package com.scheduleevents.testkit.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A standard queue in memory: what was received and not removed is there again after a while. Its user says what time it is. */
public final class InMemoryQueue {

    private static final Duration VISIBILITY = Duration.ofMinutes(3);

    private final List<Message> messages = new ArrayList<>();

    /** Puts a message on the queue, which nobody receives before that time. */
    public void put(String body, Instant visibleAt) {
        messages.add(new Message(body, visibleAt));
    }

    /** When there is something to receive; empty when nothing is on the queue. */
    public Optional<Instant> nextVisibleAt() {
        return messages.stream().map(message -> message.visibleAt).min(Comparator.naturalOrder());
    }

    /** The message that can be received longest. */
    public Optional<Message> receive(Instant now) {
        Optional<Message> next = messages.stream()
                .filter(message -> !message.visibleAt.isAfter(now))
                .min(Comparator.comparing(message -> message.visibleAt));
        next.ifPresent(message -> {
            message.receives++;
            message.visibleAt = now.plus(VISIBILITY);
        });
        return next;
    }

    /** Removes a message that was handled. */
    public void remove(Message message) {
        messages.remove(message);
    }

    /** Removes everything. */
    public void clear() {
        messages.clear();
    }

    /** How many messages there are, received or not. */
    public int size() {
        return messages.size();
    }

    /** A message that was put on the queue once, however often it is received. */
    public static final class Message {

        private final String body;
        private Instant visibleAt;
        private int receives;

        private Message(String body, Instant visibleAt) {
            this.body = body;
            this.visibleAt = visibleAt;
        }

        /** Its text. */
        public String body() {
            return body;
        }

        /** Whether it was received before the last time. */
        public boolean receivedBefore() {
            return receives > 1;
        }
    }
}
