package com.scheduleevents.simulation.lambda;

import com.scheduleevents.cloud.sources.Backoff;
import com.scheduleevents.cloud.sources.QueueBatches;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.sqs.SimulatedSqs;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.cloud.time.Signal;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Invokes a function with the messages of a queue, batch by batch (AWS Lambda Developer Guide, "Using Lambda with Amazon SQS"),
 * and deletes those that it handled. The others show again when their visibility timeout is over.
 */
public final class QueueEventSource {

    /** Lambda polls all the time; polls that find nothing are left out here, since nothing can be told from them. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Backoff WHILE_THROTTLED = new Backoff(AFTER_FAILURE, Duration.ofSeconds(30));

    private final SourceSpec.Queue spec;
    private final Duration visibility;
    private final String queue;
    private final Scheduler scheduler;
    private final SimulatedSqs sqs;
    private final SimulatedFunction function;
    private final QueueBatches batches;
    private final Signal freed;
    private int running;

    /**
     * A source that hands over nothing before it is started.
     *
     * @param visibility the queue's visibility timeout, for how long a throttled batch is held
     */
    public QueueEventSource(
            SourceSpec.Queue spec,
            Duration visibility,
            Scheduler scheduler,
            SimulatedSqs sqs,
            SimulatedFunction function) {
        this.spec = spec;
        this.visibility = visibility;
        this.queue = SimulatedSqs.name(spec.queueArn());
        this.scheduler = scheduler;
        this.sqs = sqs;
        this.function = function;
        this.batches = new QueueBatches(spec, sqs, sqs.url(queue), "us-east-1");
        this.freed = new Signal(scheduler);
    }

    /** From now on messages are handed over. */
    public void start() {
        scheduler.spawn("poller of " + queue, this::poll);
    }

    private void poll() {
        while (true) {
            while (running >= spec.maximumConcurrency().orElse(Integer.MAX_VALUE)) {
                freed.await();
            }
            List<Message> batch = batches.next(LONGEST_WAIT, this::poll, scheduler::nanos);
            if (!batch.isEmpty()) {
                running++;
                scheduler.spawn("batch of " + queue, () -> {
                    handOver(batch);
                    running--;
                    freed.raise();
                });
            }
        }
    }

    private List<Message> poll(int atMost, Duration longest) {
        if (longest.isPositive()) {
            sqs.awaitMessages(queue, longest);
        }
        try {
            return batches.receive(atMost, 0);
        } catch (SdkException e) {
            scheduler.sleep(AFTER_FAILURE);
            return List.of();
        }
    }

    private void handOver(List<Message> batch) {
        if (invoked(batches.event(batch), batch.size()) instanceof InvocationOutcome.Returned(byte[] response)) {
            try {
                batches.deleteHandled(batch, response, scheduler::sleep);
            } catch (SdkException e) {
                return; // what could not be deleted comes again: the function has to bear that anyway
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a task of a simulation", e);
            }
        }
    }

    /** While it is throttled it is tried again, for as long as nobody else gets the messages. */
    private InvocationOutcome invoked(byte[] event, int messages) {
        long until = scheduler.nanos() + visibility.toNanos();
        InvocationOutcome outcome = function.invoke(event, messages);
        for (int tries = 1; outcome instanceof InvocationOutcome.Throttled; tries++) {
            Duration backoff = WHILE_THROTTLED.after(tries);
            if (scheduler.nanos() + backoff.toNanos() >= until) {
                break;
            }
            scheduler.sleep(backoff);
            outcome = function.invoke(event, messages);
        }
        return outcome;
    }
}
