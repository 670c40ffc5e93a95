package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsMailQueue;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.webhooks.WebhookChange;
import com.scheduleevents.delivery.records.StreamRecords;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.mail.MailQueue;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Puts every e-mail that a webhook's row says is due on the mail queue. It does so the moment the row says it first; what
 * happens to the e-mail from there on is the queue's business, so that a refusal by SES never holds the stream up.
 */
public final class Notifier implements RequestStreamHandler {

    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    private final MailQueue mails;
    private final DeadLetters deadLetters;
    private final Metrics metrics;

    /** As Lambda starts it. */
    public Notifier() {
        this(System.getenv());
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public Notifier(Map<String, String> variables) {
        this(new Environment(variables));
    }

    private Notifier(Environment environment) {
        this(environment, new AwsClients(environment).sqs(), EmbeddedMetrics.of(environment));
    }

    private Notifier(Environment environment, SqsClient sqs, Metrics metrics) {
        this(
                new SqsMailQueue(sqs, environment.text("MAIL_QUEUE")),
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("NOTIFIER_DEAD_LETTERS")), metrics),
                metrics);
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param deadLetters for records that tell of no e-mail that can be written
     * @param metrics handed on at the end of each invocation
     */
    public Notifier(MailQueue mails, DeadLetters deadLetters, Metrics metrics) {
        this.mails = mails;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
    }

    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) throws IOException {
        InvocationLogContext.begin(context.getAwsRequestId());
        try {
            Optional<StreamRecord> failed = StreamRecords.firstFailing(StreamRecords.read(event), this::handle);
            StreamRecords.answer(answer, failed);
        } finally {
            metrics.flush();
        }
    }

    private void handle(StreamRecord record) {
        WebhookChange change = WebhookChange.of(record);
        change.newlyDue().forEach(mails::send);
        if (!change.faults().isEmpty()) {
            String reason = String.join("; ", change.faults());
            deadLetters.put(record.whole(), reason);
            LOG.error("stream record {} went to the dead letters: {}", record.sequenceNumber(), reason);
        }
    }
}
