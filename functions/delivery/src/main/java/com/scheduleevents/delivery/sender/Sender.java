package com.scheduleevents.delivery.sender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.LoggedRequest;
import com.scheduleevents.aws.snapshot.Rehearsed;
import com.scheduleevents.delivery.receiver.ReceiverRehearsal;
import com.scheduleevents.delivery.records.QueueRecords;
import com.scheduleevents.delivery.records.QueueRecords.QueueRecord;
import com.scheduleevents.delivery.records.SampleRecords;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryMessages;
import com.scheduleevents.domain.holding.Check;
import com.scheduleevents.domain.holding.Checks;
import com.scheduleevents.domain.metrics.Metrics;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempts deliveries: first ones from the deliveries queue, later ones from the retry queue, and parked ones when a check says
 * so. A message that nobody can read goes to the dead letters at once, with the reason, instead of coming again ten times.
 */
public final class Sender implements RequestHandler<SQSEvent, SQSBatchResponse>, Rehearsed {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    private final QueueRecords records;
    private final Courier courier;
    private final Releases releases;
    private final DeadLetters deadLetters;
    private final Metrics metrics;

    /** As Lambda starts it. */
    public Sender() {
        this(System.getenv());
        Rehearsed.beforeTheSnapshot(this);
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public Sender(Map<String, String> variables) {
        this(SenderParts.from(variables));
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param parts tables, queues, receivers, secrets, clock, randomness
     */
    public Sender(SenderParts parts) {
        this.courier = new Courier(parts);
        this.releases = new Releases(parts, courier);
        this.deadLetters = parts.deadLetters();
        this.metrics = parts.metrics();
        this.records = new QueueRecords(this::handle, deadLetters);
    }

    @Override
    public void rehearse(Map<String, String> variables) throws IOException {
        Sender other = new Sender(variables);
        other.records.handle(SampleRecords.queue(DeliveryMessages.write(SampleRecords.delivery())));
        ReceiverRehearsal.run();
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
        LoggedRequest.begin(context.getAwsRequestId());
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
        } catch (IllegalArgumentException e) {
            deadLetters.put(record.body(), String.valueOf(e.getMessage()));
            LOG.error("a message can never be handled and went to the dead letters: {}", e.getMessage());
            return;
        }
        work.run();
    }

    private Runnable read(QueueRecord record) {
        Optional<Check> check = Checks.read(record.body());
        if (check.isPresent()) {
            return () -> releases.handle(check.get());
        }
        DeliveryMessage message = DeliveryMessages.read(record.body());
        return () -> courier.handle(message, record.receivedBefore());
    }
}
