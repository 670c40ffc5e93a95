package com.scheduleevents.cloud.sqs;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * The messages of a queue that can be received, and which of them is next. There is no order, but older ones mostly come
 * first. A message group that has more messages in flight than its share is noisy and comes last; of several, the one with the
 * fewest in flight comes first (Amazon SQS Developer Guide, "How Amazon SQS fair queues work"). SQS also tells noisy groups by
 * their share of processing time, and lets them be noisy until their messages are used up: both protect the others more than is
 * simulated.
 */
final class VisibleMessages {

    /** Up to so many places a message may be overtaken. */
    private static final int DISORDER = 5;

    /** A noisy group has at least so many messages in flight. */
    private static final int FEWEST_OF_NOISY = 30;

    /** And more than this part of all that are in flight. */
    private static final double NOISY_SHARE = 0.1;

    private final RandomGenerator random;
    private final Map<String, Group> groups = new HashMap<>();
    private final TreeSet<Group> withMessages = new TreeSet<>();
    private int size;
    private int inFlight;

    VisibleMessages(RandomGenerator random) {
        this.random = random;
    }

    int size() {
        return size;
    }

    void add(QueuedMessage message) {
        Group group = group(message);
        withMessages.remove(group);
        group.messages.put(message.order(), message);
        group.place();
        withMessages.add(group);
        size++;
    }

    void remove(QueuedMessage message) {
        Group group = group(message);
        withMessages.remove(group);
        if (group.messages.remove(message.order()) != null) {
            size--;
        }
        if (group.messages.isEmpty()) {
            forgetIfIdle(group);
        } else {
            group.place();
            withMessages.add(group);
        }
    }

    void tookOff(QueuedMessage message) {
        group(message).inFlight++;
        inFlight++;
    }

    void landed(QueuedMessage message) {
        Group group = group(message);
        group.inFlight--;
        inFlight--;
        forgetIfIdle(group);
    }

    private void forgetIfIdle(Group group) {
        if (group.inFlight == 0 && group.messages.isEmpty()) {
            groups.remove(group.name);
        }
    }

    int inFlight() {
        return inFlight;
    }

    /** The next one to be received; it stays until it is removed. */
    Optional<QueuedMessage> next() {
        List<Group> candidates = candidates();
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        Group group = candidates.get(random.nextInt(candidates.size()));
        int skipped = random.nextInt(Math.min(DISORDER, group.messages.size()));
        Iterator<QueuedMessage> oldestFirst = group.messages.values().iterator();
        QueuedMessage message = oldestFirst.next();
        for (int i = 0; i < skipped; i++) {
            message = oldestFirst.next();
        }
        return Optional.of(message);
    }

    /** The groups whose oldest messages are oldest, a noisy one only when there are no others. */
    private List<Group> candidates() {
        List<Group> quiet = withMessages.stream()
                .filter(group -> !isNoisy(group))
                .limit(DISORDER)
                .toList();
        return quiet.isEmpty()
                ? withMessages.stream().min(Comparator.comparingInt(group -> group.inFlight)).stream()
                        .toList()
                : quiet;
    }

    private boolean isNoisy(Group group) {
        return !group.name.isEmpty() && group.inFlight >= FEWEST_OF_NOISY && group.inFlight > inFlight * NOISY_SHARE;
    }

    private Group group(QueuedMessage message) {
        return groups.computeIfAbsent(message.content().group().orElse(""), Group::new);
    }

    /** The messages of one group; those without a group are one too, which is never noisy. */
    private static final class Group implements Comparable<Group> {

        private final String name;
        private final TreeMap<Long, QueuedMessage> messages = new TreeMap<>();
        private int inFlight;

        /** The order of its oldest message, by which it stands among the groups. */
        private long oldest;

        Group(String name) {
            this.name = name;
        }

        void place() {
            oldest = messages.firstKey();
        }

        @Override
        public int compareTo(Group other) {
            int byAge = Long.compare(oldest, other.oldest);
            return byAge != 0 ? byAge : name.compareTo(other.name);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }
}
