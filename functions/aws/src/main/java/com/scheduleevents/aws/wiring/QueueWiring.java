package com.scheduleevents.aws.wiring;

import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsQueue;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.usage.UsageMessage;
import java.util.stream.Stream;

/** The only place where queues are built, from the variables that template.yaml sets. */
interface QueueWiring extends WiringSources {

    /** The queue of first attempts. */
    default MessageQueue<DeliveryMessage> deliveries() {
        return SqsQueue.ofDeliveries(sqs(), environment().text("DELIVERIES_QUEUE"));
    }

    /** The queue of later attempts, and of webhooks that are failing or slow. */
    default MessageQueue<DeliveryMessage> retries() {
        return SqsQueue.ofDeliveries(sqs(), environment().text("RETRY_QUEUE"));
    }

    /** The queue of probes. */
    default MessageQueue<Probe> probes() {
        return SqsQueue.ofProbes(sqs(), environment().text("RETRY_QUEUE"));
    }

    /** The queue of replay steps. */
    default MessageQueue<ReplayMessage> replaySteps() {
        return SqsQueue.ofReplaySteps(sqs(), environment().text("REPLAY_QUEUE"));
    }

    /** The queue of e-mails. */
    default MessageQueue<Notice> mails() {
        return SqsQueue.ofNotices(sqs(), environment().text("MAIL_QUEUE"));
    }

    /** The queue of counts to make. */
    default MessageQueue<UsageMessage> usageCounts() {
        return SqsQueue.ofCounts(sqs(), environment().text("USAGE_QUEUE"));
    }

    /**
     * A dead-letter queue, whose messages are counted.
     *
     * @param variable the variable with its URL
     */
    default DeadLetterSink deadLetters(String variable) {
        return new SqsDeadLetters(sqs(), environment().text(variable), metrics());
    }

    /**
     * Decides when messages that failed are delivered again.
     *
     * @param variables those with the URLs of the queues that a function takes messages from
     */
    default MessageDelays delays(String... variables) {
        return new GrowingDelays(
                sqs(), Stream.of(variables).map(environment()::text).toArray(String[]::new));
    }
}
