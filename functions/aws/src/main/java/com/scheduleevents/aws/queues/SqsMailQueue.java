package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.mail.MailQueue;
import com.scheduleevents.domain.mail.Notice;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The e-mails that are due, on a standard queue of SQS, with the account as message group, so that those of one tenant do not delay those
 * of others (fair queues).
 */
public final class SqsMailQueue implements MailQueue {

    private final SqsClient sqs;
    private final String url;

    /** @param url the URL of the queue */
    public SqsMailQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    @Override
    public void send(Notice notice) {
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageGroupId(notice.account().value())
                .messageBody(MessageCodec.NOTICE.write(notice)));
    }
}
