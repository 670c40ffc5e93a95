package com.scheduleevents.aws.queues;

import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayMessages;
import com.scheduleevents.domain.replay.ReplayQueue;
import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The steps of replays on a standard queue of SQS, the webhook as their message group. */
public final class SqsReplayQueue implements ReplayQueue {

    private final SqsClient sqs;
    private final String url;

    /**
     * @param url the queue's address
     */
    public SqsReplayQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    @Override
    public void send(ReplayMessage message, Duration delay) {
        int seconds = (int) delay.plusNanos(999_999_999).toSeconds();
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageGroupId(message.webhook().value())
                .delaySeconds(seconds)
                .messageBody(ReplayMessages.write(message)));
    }
}
