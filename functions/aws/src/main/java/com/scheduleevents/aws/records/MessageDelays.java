package com.scheduleevents.aws.records;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.util.List;

/** Decides when messages that failed are delivered again. */
@FunctionalInterface
public interface MessageDelays {

    /** Leaves it to the visibility timeout of the queue. */
    MessageDelays NONE = _ -> {};

    /**
     * Delays the next delivery of messages that failed. Best effort: where it cannot be done, the visibility timeout of the queue
     * applies.
     *
     * @param failed messages of one queue, at most ten
     */
    void delay(List<SQSMessage> failed);
}
