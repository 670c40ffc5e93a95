package com.scheduleevents.delivery.sender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.delivery.records.QueueRecords;
import com.scheduleevents.delivery.records.QueueRecords.QueueRecord;
import com.scheduleevents.domain.delivery.DeliveryMessages;
import java.util.Map;

/** Attempts deliveries: first ones from the deliveries queue, later ones from the retry queue. */
public final class Sender implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private final QueueRecords records;
    private final Courier courier;

    /** As Lambda starts it. */
    public Sender() {
        this(System.getenv());
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
        this.records = new QueueRecords(this::handle);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
        return records.handle(batch);
    }

    private void handle(QueueRecord record) {
        courier.handle(DeliveryMessages.read(record.body()), record.receivedBefore());
    }
}
