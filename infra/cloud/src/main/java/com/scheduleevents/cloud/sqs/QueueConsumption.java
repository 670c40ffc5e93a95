package com.scheduleevents.cloud.sqs;

/** The requests to a queue, in the units that are billed (Amazon SQS pricing): each 64 KB of a request is one. */
public final class QueueConsumption {

    private static final long UNIT = 64 * 1024;

    private long requests;

    QueueConsumption() {}

    /** Requests so far, those of pollers among them. */
    public long requests() {
        return requests;
    }

    /** @param bytes of all messages of a request or its response */
    void request(long bytes) {
        requests += Math.max(1, (bytes + UNIT - 1) / UNIT);
    }
}
