package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.records.QueueRecords;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.mail.Mail;
import com.scheduleevents.domain.mail.MailService;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Sends the e-mails on the mail queue through SES, then marks each as sent in the row of its webhook. An e-mail is never lost; it
 * is sent twice only when a crash falls between the two steps. SES errors are retried by the queue, and what can never be sent
 * goes to the dead-letter queue at once.
 */
public final class Mailer implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(Mailer.class);

    private final Accounts accounts;
    private final WebhookStore webhooks;
    private final Backlog backlog;
    private final DeliveryOverview deliveries;
    private final MailService service;
    private final MailComposer mails;
    private final Clock clock;
    private final Metrics metrics;
    private final QueueRecords records;

    /** Used by Lambda. */
    public Mailer() {
        this(System.getenv());
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public Mailer(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        DynamoDbClient dynamoDb = aws.dynamoDb();
        SqsClient sqs = aws.sqs();
        Metrics metrics = EmbeddedMetrics.of(environment);
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new DynamoBacklog(dynamoDb, environment.text("BACKLOG_TABLE")),
                new DynamoDeliveryLog(dynamoDb, environment.text("DELIVERIES_TABLE")),
                new SesMailService(
                        aws.configured(SesClient.builder(), "AWS_ENDPOINT_URL_SES")
                                .build(),
                        environment.text("MAIL_FROM")),
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("MAIL_DEAD_LETTERS")), metrics),
                new GrowingDelays(sqs, environment.text("MAIL_QUEUE")),
                new MailComposer(
                        environment.text("API_ADDRESS"),
                        new ServiceTimes(
                                environment.duration("RETENTION"),
                                environment.duration("RETRY_WINDOW"),
                                environment.duration("RECEIVER_TIMEOUT"))),
                environment.duration("RETENTION"),
                Clock.systemUTC(),
                metrics);
    }

    /**
     * @param log shows what the receiver does not have
     * @param deadLetters stores notices that can never be sent
     * @param delays decides when notices that failed are delivered again
     * @param retention how long an event can be replayed
     */
    public Mailer(
            Accounts accounts,
            WebhookStore webhooks,
            Backlog backlog,
            DeliveryLog log,
            MailService service,
            DeadLetters deadLetters,
            MessageDelays delays,
            MailComposer mails,
            Duration retention,
            Clock clock,
            Metrics metrics) {
        this.accounts = accounts;
        this.webhooks = webhooks;
        this.backlog = backlog;
        this.deliveries = new DeliveryOverview(log, backlog, retention);
        this.clock = clock;
        this.service = service;
        this.mails = mails;
        this.metrics = metrics;
        this.records = QueueRecords.concurrently(this::handle, deadLetters, delays, metrics);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        return records.handle(batch, context);
    }

    private void handle(QueueRecord record) {
        Notice notice = MessageCodec.NOTICE.read(record.body());
        Notice.About about = notice.about();
        String kind = notice.due().name();
        if (!webhooks.isDue(about.account(), about.webhook(), notice.due())) {
            LOG.info(
                    "the e-mail {} about {} was sent already, or the webhook was deleted",
                    kind,
                    about.webhook().value());
            return;
        }
        String owner = accounts.ownerEmail(about.account())
                .orElseThrow(() ->
                        new UnprocessableRecord("account " + about.account().value() + " has no owner to e-mail"));
        int waiting = backlog.count(about.webhook(), about.generation(), MailComposer.MOST_WAITING + 1);
        send(mails.write(owner, notice, waiting, missingSince(notice)));
        webhooks.markMailed(about.account(), about.webhook(), notice.due());
        LOG.info("sent the e-mail {} about {}", kind, about.webhook().value());
    }

    private Optional<Instant> missingSince(Notice notice) {
        Notice.About about = notice.about();
        return notice instanceof Notice.Disabled disabled
                ? Optional.of(deliveries.oldestMissing(
                        about.webhook(), about.generation(), disabled.why().event(), clock.instant()))
                : Optional.empty();
    }

    private void send(Mail mail) {
        try {
            service.send(mail);
        } catch (RuntimeException e) {
            metrics.add(Metric.MAILS_REFUSED);
            throw e;
        }
        metrics.add(Metric.MAILS_SENT);
    }
}
