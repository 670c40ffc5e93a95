package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.queues.SqsMailQueue;
import com.scheduleevents.aws.webhooks.DueMailScan;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.aws.webhooks.WebhookChange;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.OperationalFanOut;
import com.scheduleevents.domain.mail.MailQueue;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues, each day, every e-mail that is still due, and its operational event. The stream keeps a change for a day only: an e-mail whose
 * notifier failed for longer has no message. Where there is one, the second message is harmless, because the mailer claims each e-mail, and
 * the sender finds the first attempt of the event in the log.
 */
public final class MailSweep implements RequestStreamHandler {

    private static final Logger LOG = LoggerFactory.getLogger(MailSweep.class);

    private final Supplier<Stream<WebhookChange>> due;
    private final WebhookStore webhooks;
    private final DeliveryQueue retries;
    private final MailQueue mails;
    private final Clock clock;

    /** Used by Lambda. */
    public MailSweep() {
        this(System.getenv());
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public MailSweep(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        var dynamoDb = aws.dynamoDb();
        var sqs = aws.sqs();
        this(
                new DueMailScan(dynamoDb, environment.text("WEBHOOKS_TABLE"))::read,
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new SqsDeliveryQueue(sqs, environment.text("RETRY_QUEUE")),
                new SqsMailQueue(sqs, environment.text("MAIL_QUEUE")),
                Clock.systemUTC());
    }

    /**
     * @param due reads every row with an e-mail that is due
     * @param webhooks finds the webhooks that get operational events
     * @param retries the queue of those events
     */
    public MailSweep(
            Supplier<Stream<WebhookChange>> due,
            WebhookStore webhooks,
            DeliveryQueue retries,
            MailQueue mails,
            Clock clock) {
        this.due = due;
        this.webhooks = webhooks;
        this.retries = retries;
        this.mails = mails;
        this.clock = clock;
    }

    /**
     * Queues what is due. The event is ignored.
     *
     * @throws RuntimeException when an e-mail could not be queued, so that the error is counted; the next day's sweep queues it
     */
    @Override
    public void handleRequest(InputStream event, OutputStream response, @Nullable Context context) {
        InvocationLogContext.begin(context);
        OperationalFanOut operational = new OperationalFanOut(webhooks, retries, clock);
        long queued;
        try (Stream<WebhookChange> all = due.get()) {
            queued = all.peek(change -> operational.sendAgain(change.reports()))
                    .flatMap(change -> change.newlyDue().stream())
                    .peek(mails::send)
                    .count();
        }
        LOG.info("mails={}", queued);
    }
}
