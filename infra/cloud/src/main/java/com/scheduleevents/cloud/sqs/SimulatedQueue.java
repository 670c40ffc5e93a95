package com.scheduleevents.cloud.sqs;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.time.CloudTime;
import com.scheduleevents.cloud.time.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** One standard queue. */
final class SimulatedQueue {

    /** Amazon SQS Developer Guide, "Amazon SQS standard queue quotas". */
    private static final int MOST_IN_FLIGHT = 120_000;

    private static final Duration LONGEST_VISIBILITY = Duration.ofHours(12);
    private static final Duration MEAN_LATENESS = Duration.ofSeconds(3);
    private static final Duration MOST_LATENESS = Duration.ofMinutes(1);
    private static final Duration MEAN_UNTIL_BACK = Duration.ofMinutes(3);
    private static final Duration MOST_UNTIL_BACK = Duration.ofHours(1);

    private final String name;
    private final String arn;
    private final QueueSettings settings;
    private final CloudTime time;
    private final ServiceFaults faults;
    private final MessageIds ids;
    private final CallSite site;
    private final VisibleMessages visible;
    private final Map<String, QueuedMessage> messages = new HashMap<>();
    private final PriorityQueue<Change> changes =
            new PriorityQueue<>(Comparator.comparingLong(Change::at).thenComparingLong(Change::ordinal));
    private final Signal news;
    private long ordinal;
    private int hidden;

    SimulatedQueue(
            String name,
            String arn,
            QueueSettings settings,
            CloudTime time,
            ServiceFaults faults,
            RandomGenerator random,
            MessageIds ids) {
        this.name = name;
        this.arn = arn;
        this.settings = settings;
        this.time = time;
        this.faults = faults;
        this.ids = ids;
        this.site = new CallSite("world", "queue", name);
        this.visible = new VisibleMessages(random);
        this.news = new Signal(time);
    }

    String arn() {
        return arn;
    }

    QueueSettings settings() {
        return settings;
    }

    /** @return the message's id */
    String send(QueuedMessage.Content content, Duration delay) {
        QueuedMessage message = new QueuedMessage(ids.next(), content, time.now(), ids.order());
        messages.put(message.id(), message);
        Duration late = faults.strikes(FaultKind.LATE_MESSAGE, site)
                ? faults.time(site.port(), MEAN_LATENESS, MOST_LATENESS)
                : Duration.ZERO;
        hide(message, time.nanos() + delay.plus(late).toNanos());
        plan(message, nanosUntil(message.sent().plus(settings.retention())));
        catchUp();
        news.raise();
        return message.id();
    }

    /** Takes a message in that was received too often elsewhere. Its age and its receives go with it. */
    private void takeIn(QueuedMessage message) {
        messages.put(message.id(), message);
        hide(message, time.nanos());
        plan(message, nanosUntil(message.sent().plus(settings.retention())));
        catchUp();
        news.raise();
    }

    /**
     * Receives up to so many messages, as many as there are.
     *
     * @param deadLetters the queue that those go to that were received too often
     */
    List<Received> receive(int max, Duration visibility, Optional<SimulatedQueue> deadLetters) {
        catchUp();
        if (visible.inFlight() >= MOST_IN_FLIGHT) {
            throw SqsErrors.overLimit();
        }
        List<Received> received = new ArrayList<>();
        if (faults.strikes(FaultKind.EMPTY_RECEIVE, site)) {
            return received;
        }
        while (received.size() < max) {
            Optional<QueuedMessage> next = visible.next();
            if (next.isEmpty()) {
                return received;
            }
            QueuedMessage message = next.get();
            visible.remove(message);
            if (isSpent(message) && deadLetters.isPresent()) {
                messages.remove(message.id());
                message.remove();
                message.cameFrom(arn);
                deadLetters.get().takeIn(message);
                continue;
            }
            received.add(take(message, visibility));
        }
        return received;
    }

    private boolean isSpent(QueuedMessage message) {
        return settings.redrive()
                .filter(redrive -> message.receives() >= redrive.maxReceiveCount())
                .isPresent();
    }

    private Received take(QueuedMessage message, Duration visibility) {
        boolean twice = faults.strikes(FaultKind.DUPLICATE_MESSAGE, site);
        long until = twice ? time.nanos() : time.nanos() + visibility.toNanos();
        message.receive(time.now(), until);
        visible.tookOff(message);
        plan(message, until);
        return Received.of(message);
    }

    /** Deletes a message by the receipt of its last receive; an earlier one has no effect, as with SQS it may not. */
    void delete(ReceiptHandle receipt) {
        catchUp();
        QueuedMessage message = messages.get(receipt.message());
        if (message == null || message.receives() != receipt.receive()) {
            return;
        }
        if (faults.strikes(FaultKind.UNDELETED_MESSAGE, site)) {
            // One of the servers with a copy of it was not there (Amazon SQS Developer Guide, "At-least-once
            // delivery").
            long back = time.nanos()
                    + faults.time(site.port(), MEAN_UNTIL_BACK, MOST_UNTIL_BACK).toNanos();
            leave(message);
            hide(message, back);
            return;
        }
        leave(message);
        message.remove();
        messages.remove(message.id());
    }

    void changeVisibility(ReceiptHandle receipt, Duration visibility) {
        catchUp();
        QueuedMessage message = messages.get(receipt.message());
        if (message == null
                || message.receives() != receipt.receive()
                || message.state() != QueuedMessage.State.IN_FLIGHT) {
            throw SqsErrors.notInFlight();
        }
        Instant until = time.now().plus(visibility);
        if (until.isAfter(message.lastReceived().plus(LONGEST_VISIBILITY))) {
            throw SqsErrors.invalidParameter(
                    "Total VisibilityTimeout for the message is beyond the limit [43200 seconds]");
        }
        message.stayInFlightUntil(nanosUntil(until));
        plan(message, message.visibleAt());
        catchUp();
        news.raise();
    }

    /** When there may be something to receive that is not there now; far away when there is nothing at all. */
    Duration untilNext() {
        catchUp();
        if (visible.size() > 0) {
            return Duration.ZERO;
        }
        Change first = changes.peek();
        return first == null ? Duration.ofDays(1) : Duration.ofNanos(Math.max(0, first.at() - time.nanos()));
    }

    Signal news() {
        return news;
    }

    int visibleCount() {
        catchUp();
        return visible.size();
    }

    int inFlightCount() {
        catchUp();
        return visible.inFlight();
    }

    int delayedCount() {
        catchUp();
        return hidden;
    }

    /** What every message says, for whoever looks at the world from outside. */
    Stream<String> bodies() {
        catchUp();
        return messages.values().stream()
                .sorted(Comparator.comparingLong(QueuedMessage::order).thenComparing(QueuedMessage::id))
                .map(message -> message.content().body());
    }

    private void hide(QueuedMessage message, long until) {
        leave(message);
        message.hideUntil(until);
        hidden++;
        plan(message, until);
    }

    /** Takes it out of where it is counted. */
    private void leave(QueuedMessage message) {
        switch (message.state()) {
            case HIDDEN -> hidden--;
            case VISIBLE -> visible.remove(message);
            case IN_FLIGHT -> visible.landed(message);
            case GONE -> {}
        }
    }

    private void plan(QueuedMessage message, long at) {
        changes.add(new Change(at, ordinal++, message.id(), message.revision()));
    }

    /** Makes happen what was due by now: messages show again, and those kept for long enough are gone. */
    private void catchUp() {
        long now = time.nanos();
        for (Change due = changes.peek(); due != null && due.at() <= now; due = changes.peek()) {
            changes.poll();
            apply(due);
        }
    }

    private void apply(Change due) {
        QueuedMessage message = messages.get(due.message());
        if (message == null) {
            return;
        }
        if (!message.sent().plus(settings.retention()).isAfter(time.now())) {
            leave(message);
            message.remove();
            messages.remove(message.id());
        } else if (message.revision() == due.revision() && message.visibleAt() <= due.at()) {
            leave(message);
            message.show();
            visible.add(message);
        }
    }

    private long nanosUntil(Instant moment) {
        return time.nanos() + Duration.between(time.now(), moment).toNanos();
    }

    @Override
    public String toString() {
        return name;
    }

    private record Change(long at, long ordinal, String message, long revision) {}
}
