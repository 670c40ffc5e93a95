package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.delivery.records.QueueRecords;
import com.scheduleevents.delivery.records.QueueRecords.QueueRecord;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.mail.Mail;
import com.scheduleevents.domain.mail.MailService;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ses.SesClient;

/**
 * Hands the e-mails on the mail queue to SES, then marks them sent in the webhook's row: one is never lost, and sent twice
 * only when a crash falls between the two. What SES does not take comes again, and goes to the dead letters in the end; what
 * can never be sent goes there at once, with the reason.
 */
public final class Mailer implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(Mailer.class);

    private final Accounts accounts;
    private final WebhookStore webhooks;
    private final Backlog backlog;
    private final MailService service;
    private final DeadLetters deadLetters;
    private final MailComposer mails;
    private final Metrics metrics;
    private final QueueRecords records;

    /** As Lambda starts it. */
    public Mailer() {
        this(System.getenv());
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public Mailer(Map<String, String> variables) {
        this(new Environment(variables));
    }

    private Mailer(Environment environment) {
        AwsClients aws = new AwsClients(environment);
        this(environment, aws, aws.dynamoDb(), EmbeddedMetrics.of(environment));
    }

    private Mailer(Environment environment, AwsClients aws, DynamoDbClient dynamoDb, Metrics metrics) {
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new DynamoBacklog(dynamoDb, environment.text("BACKLOG_TABLE")),
                new SesMailService(
                        aws.configured(SesClient.builder(), "AWS_ENDPOINT_URL_SES")
                                .build(),
                        environment.text("MAIL_FROM")),
                new CountedDeadLetters(new SqsDeadLetters(aws.sqs(), environment.text("MAIL_DEAD_LETTERS")), metrics),
                new MailComposer(
                        environment.text("API_ADDRESS"),
                        new ServiceTimes(
                                environment.duration("RETENTION"),
                                environment.duration("RETRY_WINDOW"),
                                environment.duration("RECEIVER_TIMEOUT"))),
                metrics);
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param deadLetters for what can never be sent
     */
    public Mailer(
            Accounts accounts,
            WebhookStore webhooks,
            Backlog backlog,
            MailService service,
            DeadLetters deadLetters,
            MailComposer mails,
            Metrics metrics) {
        this.accounts = accounts;
        this.webhooks = webhooks;
        this.backlog = backlog;
        this.service = service;
        this.deadLetters = deadLetters;
        this.mails = mails;
        this.metrics = metrics;
        this.records = new QueueRecords(this::handle, deadLetters);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
        InvocationLogContext.begin(context.getAwsRequestId());
        try {
            return records.handle(batch);
        } finally {
            metrics.flush();
        }
    }

    private void handle(QueueRecord record) {
        Notice notice;
        try {
            notice = MessageCodec.NOTICE.read(record.body());
        } catch (MalformedMessage e) {
            giveUp(record, e.reason());
            return;
        }
        String mail = notice.due().name();
        String webhook = notice.about().webhook().value();
        if (!webhooks.isDue(notice.about().account(), notice.about().webhook(), notice.due())) {
            LOG.info("the e-mail {} about {} was sent before, or the webhook is gone", mail, webhook);
            return;
        }
        Optional<String> owner = accounts.ownerEmail(notice.about().account());
        if (owner.isEmpty()) {
            giveUp(record, "account " + notice.about().account().value() + " has no owner to e-mail");
            return;
        }
        send(owner.get(), notice);
        LOG.info("sent the e-mail {} about {}", mail, webhook);
    }

    private void send(String owner, Notice notice) {
        Notice.About about = notice.about();
        int waiting = backlog.count(about.webhook(), about.generation(), MailComposer.MOST_WAITING + 1);
        handOver(mails.write(owner, notice, waiting));
        webhooks.markMailed(about.account(), about.webhook(), notice.due());
    }

    private void handOver(Mail mail) {
        try {
            service.send(mail);
        } catch (RuntimeException e) {
            metrics.add(Metric.MAILS_REFUSED);
            throw e;
        }
        metrics.add(Metric.MAILS_SENT);
    }

    private void giveUp(QueueRecord record, String reason) {
        deadLetters.put(record.body(), reason);
        LOG.error("an e-mail can never be sent and went to the dead letters: {}", reason);
    }
}
