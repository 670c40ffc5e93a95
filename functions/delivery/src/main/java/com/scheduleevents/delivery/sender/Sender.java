package com.scheduleevents.delivery.sender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.delivery.receiver.ReceiverPriming;
import com.scheduleevents.delivery.records.PrimingRecords;
import com.scheduleevents.delivery.records.QueueRecords;
import com.scheduleevents.delivery.records.QueueRecords.QueueRecord;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.metrics.Metrics;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempts deliveries: first ones from the deliveries queue, later ones from the retry queue, and in the backlog ones when a probe says
 * so. A message that nobody can read goes to the dead letters at once, with the reason, instead of coming again ten times.
 */
public final class Sender implements RequestHandler<SQSEvent, SQSBatchResponse>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    private final QueueRecords records;
    private final DeliveryProcessor courier;
    private final BacklogDrainer releases;
    private final DeadLetters deadLetters;
    private final Metrics metrics;

    /** As Lambda starts it. */
    public Sender() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public Sender(Map<String, String> variables) {
        this(SenderDependencies.from(variables));
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param parts tables, queues, receivers, secrets, clock, randomness
     */
    public Sender(SenderDependencies parts) {
        this.courier = new DeliveryProcessor(parts);
        this.releases = new BacklogDrainer(parts, courier);
        this.deadLetters = parts.deadLetters();
        this.metrics = parts.metrics();
        this.records = new QueueRecords(this::handle, deadLetters);
    }

    @Override
    public void prime(Map<String, String> variables) throws IOException {
        Sender other = new Sender(variables);
        other.records.handle(PrimingRecords.queue(MessageCodec.DELIVERY.write(PrimingRecords.delivery())));
        ReceiverPriming.run();
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
        InvocationLogContext.begin(context.getAwsRequestId());
        try {
            return records.handle(batch);
        } finally {
            metrics.flush();
        }
    }

    private void handle(QueueRecord record) {
        Runnable work;
        try {
            work = read(record);
        } catch (MalformedMessage e) {
            deadLetters.put(record.body(), e.reason());
            LOG.error("a message can never be handled and went to the dead letters: {}", e.reason());
            return;
        }
        work.run();
    }

    private Runnable read(QueueRecord record) {
        if (MessageCodec.PROBE.accepts(record.body())) {
            Probe probe = MessageCodec.PROBE.read(record.body());
            return () -> releases.handle(probe);
        }
        DeliveryMessage message = MessageCodec.DELIVERY.read(record.body());
        return () -> courier.handle(message, record.receivedBefore());
    }
}
