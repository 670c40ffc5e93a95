package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.queues.StandardQueue.Outgoing;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayQueue;
import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The steps of replays on a standard queue of SQS, the webhook as their message group. */
public final class SqsReplayQueue implements ReplayQueue {

    private final StandardQueue queue;

    /**
     * @param url the queue's address
     */
    public SqsReplayQueue(SqsClient sqs, String url) {
        this.queue = new StandardQueue(sqs, url);
    }

    @Override
    public void send(ReplayMessage message, Duration delay) {
        queue.send(new Outgoing(message.webhook().value(), MessageCodec.REPLAY.write(message)), delay);
    }
}
