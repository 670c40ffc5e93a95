package com.scheduleevents.simulation.lambda;

import com.scheduleevents.simulation.sqs.SimulatedSqs;
import com.scheduleevents.simulation.time.Scheduler;
import com.scheduleevents.simulation.time.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * Invokes a function with the messages of a queue, batch by batch (AWS Lambda Developer Guide, "Using Lambda with Amazon SQS"),
 * and deletes those that it handled. The others show again when their visibility timeout is over.
 */
public final class QueueEventSource {

    private static final int CALL = 10;

    /** Lambda polls all the time; polls that find nothing are left out here, since nothing can be told from them. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);
    private static final int DELETE_TRIES = 3;

    private final Settings settings;
    private final Scheduler scheduler;
    private final SimulatedSqs sqs;
    private final SimulatedFunction function;
    private final Signal freed;
    private int running;

    /**
     * How messages are handed over.
     *
     * @param queue the queue's name
     * @param batchSize how many messages at most
     * @param window how long a batch is waited for to fill
     * @param reportsFailures whether the function's response says which messages failed
     * @param maximumConcurrency how many batches are with the function at once
     * @param visibility the queue's visibility timeout, for how long a throttled batch is held
     */
    public record Settings(
            String queue,
            int batchSize,
            Duration window,
            boolean reportsFailures,
            int maximumConcurrency,
            Duration visibility) {}

    /** A source that hands over nothing before it is started. */
    public QueueEventSource(Settings settings, Scheduler scheduler, SimulatedSqs sqs, SimulatedFunction function) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.sqs = sqs;
        this.function = function;
        this.freed = new Signal(scheduler);
    }

    /** From now on messages are handed over. */
    public void start() {
        scheduler.spawn("poller of " + settings.queue(), this::poll);
    }

    private void poll() {
        while (true) {
            while (running >= settings.maximumConcurrency()) {
                freed.await();
            }
            sqs.awaitMessages(settings.queue(), LONGEST_WAIT);
            List<Message> batch = batch();
            if (!batch.isEmpty()) {
                running++;
                scheduler.spawn("batch of " + settings.queue(), () -> {
                    handOver(batch);
                    running--;
                    freed.raise();
                });
            }
        }
    }

    private List<Message> batch() {
        List<Message> batch = new ArrayList<>();
        long until = scheduler.nanos() + settings.window().toNanos();
        do {
            int wanted = Math.min(CALL, settings.batchSize() - batch.size());
            List<Message> some = receive(wanted);
            batch.addAll(some);
            boolean waits = !batch.isEmpty() && scheduler.nanos() < until;
            if (some.isEmpty() && !waits) {
                return batch;
            }
            if (some.isEmpty()) {
                sqs.awaitMessages(settings.queue(), Duration.ofNanos(until - scheduler.nanos()));
            }
        } while (batch.size() < settings.batchSize() && (scheduler.nanos() < until || settings.batchSize() > CALL));
        return batch;
    }

    private List<Message> receive(int max) {
        try {
            return sqs.receiveMessage(receive -> receive.queueUrl(sqs.url(settings.queue()))
                            .maxNumberOfMessages(max)
                            .messageAttributeNames("All")
                            .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                    .messages();
        } catch (SdkException e) {
            scheduler.sleep(AFTER_FAILURE);
            return List.of();
        }
    }

    private void handOver(List<Message> batch) {
        byte[] event = QueueEventJson.of(batch, sqs.arn(settings.queue()));
        if (invoked(event, batch.size()) instanceof InvocationOutcome.Returned(byte[] response)) {
            Set<String> all = new TreeSet<>();
            batch.forEach(message -> all.add(message.messageId()));
            Optional<Set<String>> failed =
                    settings.reportsFailures() ? FailedItems.failures(response, all) : Optional.of(Set.of());
            failed.ifPresent(left -> delete(batch.stream()
                    .filter(message -> !left.contains(message.messageId()))
                    .toList()));
        }
    }

    /** While it is throttled it is tried again, for as long as nobody else gets the messages. */
    private InvocationOutcome invoked(byte[] event, int messages) {
        long until = scheduler.nanos() + settings.visibility().toNanos();
        Duration backoff = AFTER_FAILURE;
        InvocationOutcome outcome = function.invoke(event, messages);
        while (outcome instanceof InvocationOutcome.Throttled && scheduler.nanos() + backoff.toNanos() < until) {
            scheduler.sleep(backoff);
            Duration doubled = backoff.multipliedBy(2);
            backoff = doubled.compareTo(LONGEST_BACKOFF) < 0 ? doubled : LONGEST_BACKOFF;
            outcome = function.invoke(event, messages);
        }
        return outcome;
    }

    private void delete(List<Message> handled) {
        for (int from = 0; from < handled.size(); from += CALL) {
            deleteCall(handled.subList(from, Math.min(from + CALL, handled.size())));
        }
    }

    /** A message that could not be deleted comes again: the function has to bear that anyway. */
    private void deleteCall(List<Message> handled) {
        List<DeleteMessageBatchRequestEntry> left = new ArrayList<>();
        for (Message message : handled) {
            left.add(DeleteMessageBatchRequestEntry.builder()
                    .id(Integer.toString(left.size()))
                    .receiptHandle(message.receiptHandle())
                    .build());
        }
        for (int tries = 0; tries < DELETE_TRIES && !left.isEmpty(); tries++) {
            try {
                List<DeleteMessageBatchRequestEntry> entries = List.copyOf(left);
                Set<String> failed = new TreeSet<>();
                sqs.deleteMessageBatch(delete ->
                                delete.queueUrl(sqs.url(settings.queue())).entries(entries))
                        .failed()
                        .forEach(failure -> failed.add(failure.id()));
                left.removeIf(entry -> !failed.contains(entry.id()));
            } catch (SdkException e) {
                scheduler.sleep(AFTER_FAILURE);
            }
        }
    }
}
