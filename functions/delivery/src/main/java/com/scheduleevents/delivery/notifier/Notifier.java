package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsMailQueue;
import com.scheduleevents.aws.records.StreamRecords;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.webhooks.WebhookChange;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.mail.MailQueue;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Queues every e-mail that the row of a webhook says is due, as soon as the row says so. The mail queue takes it from there, so
 * that a failure of SES does not block the stream.
 */
public final class Notifier implements RequestStreamHandler {

    private final MailQueue mails;
    private final StreamRecords records;

    /** Used by Lambda. */
    public Notifier() {
        this(System.getenv());
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public Notifier(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        SqsClient sqs = new AwsClients(environment).sqs();
        Metrics metrics = EmbeddedMetrics.of(environment);
        this(
                new SqsMailQueue(sqs, environment.text("MAIL_QUEUE")),
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("NOTIFIER_DEAD_LETTERS")), metrics),
                metrics);
    }

    /**
     * @param deadLetters stores records from which an e-mail cannot be made
     * @param metrics flushed after each invocation
     */
    public Notifier(MailQueue mails, DeadLetters deadLetters, Metrics metrics) {
        this.mails = mails;
        this.records = new StreamRecords(deadLetters, metrics);
    }

    @Override
    public void handleRequest(InputStream event, OutputStream response, @Nullable Context context) throws IOException {
        records.handle(event, response, context, batch -> records.firstFailure(batch, this::handle));
    }

    private void handle(StreamRecord record) {
        WebhookChange change = WebhookChange.of(record);
        change.newlyDue().forEach(mails::send);
        if (!change.faults().isEmpty()) {
            throw new UnprocessableRecord(String.join("; ", change.faults()));
        }
    }
}
