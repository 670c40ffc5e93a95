package com.scheduleevents.delivery.sender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.records.QueueRecords;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.delivery.receiver.ReceiverPriming;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Attempts deliveries: first attempts from the deliveries queue, later ones from the retry queue, and the backlog when a probe
 * asks for it. A message that cannot be parsed goes to the dead-letter queue at once.
 */
public final class Sender implements RequestHandler<SQSEvent, SQSBatchResponse>, SnapStartPriming {

    private final QueueRecords records;
    private final DeliveryProcessor processor;
    private final ProbeProcessor probes;
    private final String deliveriesQueue;

    /** Used by Lambda. */
    public Sender() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public Sender(Map<String, String> variables) {
        this(SenderDependencies.from(variables));
    }

    /** @param dependencies tables, queues, receivers, secrets, clock and randomness */
    public Sender(SenderDependencies dependencies) {
        this.processor = new DeliveryProcessor(dependencies);
        this.probes = new ProbeProcessor(dependencies, processor);
        this.deliveriesQueue = dependencies.deliveriesQueue();
        this.records = QueueRecords.together(
                _ -> {
                    WebhookReads reads = processor.reads();
                    return record -> handle(record, reads);
                },
                dependencies.deadLetters(),
                dependencies.delays(),
                dependencies.metrics());
    }

    @Override
    public void prime(Map<String, String> variables) throws IOException {
        SQSEvent batch = PrimingRecords.queue(MessageCodec.DELIVERY.write(PrimingRecords.delivery()));
        new Sender(variables).handleRequest(batch, null);
        ReceiverPriming.run();
    }

    /**
     * Handles a batch.
     *
     * @throws IllegalStateException when not even one attempt fits into the function's timeout
     */
    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        if (context != null && !processor.canFinish(Duration.ofMillis(context.getRemainingTimeInMillis()))) {
            throw new IllegalStateException(
                    "no attempt fits into this function: raise SenderTimeoutSeconds, or lower ReceiverTimeout");
        }
        return records.handle(batch, context);
    }

    private void handle(QueueRecord record, WebhookReads reads) {
        if (MessageCodec.PROBE.accepts(record.body())) {
            probes.handle(MessageCodec.PROBE.read(record.body()), record.timeLeft());
        } else {
            processor.handle(MessageCodec.DELIVERY.read(record.body()), origin(record), record.timeLeft(), reads);
        }
    }

    private MessageOrigin origin(QueueRecord record) {
        if (record.receivedBefore()) {
            return MessageOrigin.QUEUE_AGAIN;
        }
        return record.queue().equals(deliveriesQueue) ? MessageOrigin.DELIVERIES_QUEUE : MessageOrigin.QUEUE;
    }
}
