package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayQueue;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Replay steps on a standard queue of SQS, with the webhook as message group. */
public final class SqsReplayQueue extends StandardQueue<ReplayMessage> implements ReplayQueue {

    /** @param url the URL of the queue */
    public SqsReplayQueue(SqsClient sqs, String url) {
        super(sqs, url, MessageCodec.REPLAY, message -> message.webhook().value());
    }
}
