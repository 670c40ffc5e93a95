package com.scheduleevents.benchmark.cost;

/** How producers record events. */
enum RecordingWay {
    /** One request to {@code POST /v1/events} for each, with an idempotency key. */
    API,
    /** Requests to {@code POST /v1/events/batch}, with an idempotency key for each event. */
    BATCH,
    /** Messages on the changes queue. */
    QUEUE
}
