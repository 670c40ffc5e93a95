package com.scheduleevents.emulator.sample;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;

/** A function that returns the ARN of the queue of the first message. */
public final class SampleQueueFunction implements RequestHandler<SQSEvent, String> {

    @Override
    public String handleRequest(SQSEvent batch, Context context) {
        return batch.getRecords().getFirst().getEventSourceArn();
    }
}
