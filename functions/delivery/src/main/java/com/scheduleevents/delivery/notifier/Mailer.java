package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.mail.SesMailService;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.delivery.records.QueueRecords;
import com.scheduleevents.delivery.records.QueueRecords.QueueRecord;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.mail.DisabledMail;
import com.scheduleevents.domain.mail.DisabledNotice;
import com.scheduleevents.domain.mail.DisabledNotices;
import com.scheduleevents.domain.mail.MailService;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the e-mails on the mail queue to SES, then marks them sent in the webhook's row: one is never lost, and sent twice
 * only when a crash falls between the two.
 */
public final class Mailer implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(Mailer.class);

    private final Accounts accounts;
    private final WebhookStore webhooks;
    private final MailService service;
    private final DisabledMail disabledMail;
    private final QueueRecords records = new QueueRecords(this::handle);

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
        var dynamoDb = aws.dynamoDb();
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new SesMailService(aws.ses(), environment.text("MAIL_FROM")),
                new DisabledMail(environment.text("API_ADDRESS"), environment.duration("RETENTION")));
    }

    /** With everything that it reaches the world through. */
    public Mailer(Accounts accounts, WebhookStore webhooks, MailService service, DisabledMail disabledMail) {
        this.accounts = accounts;
        this.webhooks = webhooks;
        this.service = service;
        this.disabledMail = disabledMail;
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
        return records.handle(batch);
    }

    private void handle(QueueRecord record) {
        DisabledNotice notice = DisabledNotices.read(record.body());
        if (!webhooks.isDue(notice.account(), notice.webhook(), notice.due())) {
            LOG.info(
                    "the e-mail {} about {} was sent before",
                    notice.due().name(),
                    notice.webhook().value());
            return;
        }
        String owner = accounts.ownerEmail(notice.account())
                .orElseThrow(() ->
                        new IllegalStateException("account " + notice.account().value() + " has no owner to e-mail"));
        service.send(disabledMail.to(owner, notice));
        webhooks.markMailed(notice.account(), notice.webhook(), notice.due());
        LOG.info(
                "sent the e-mail {} about {}",
                notice.due().name(),
                notice.webhook().value());
    }
}
