package com.scheduleevents.aws.wiring;

import com.scheduleevents.aws.accounts.AccountScan;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoCapturedResponses;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoDismissals;
import com.scheduleevents.aws.deliveries.DynamoPullQueue;
import com.scheduleevents.aws.erasure.DynamoErasures;
import com.scheduleevents.aws.erasure.ErasableRows;
import com.scheduleevents.aws.events.DynamoAppointmentOrder;
import com.scheduleevents.aws.events.DynamoBatches;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.rates.DynamoSharedTokens;
import com.scheduleevents.aws.replays.DynamoReplays;
import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.aws.secrets.DataKeyMaker;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.tables.ClockCheckedReads;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.aws.webhooks.DueMailScan;
import com.scheduleevents.aws.webhooks.DynamoDueWebhooks;
import com.scheduleevents.aws.webhooks.DynamoIdempotentChanges;
import com.scheduleevents.aws.webhooks.DynamoMailAddresses;
import com.scheduleevents.aws.webhooks.DynamoMailCounts;
import com.scheduleevents.aws.webhooks.DynamoPingLimit;
import com.scheduleevents.aws.webhooks.DynamoRegistrations;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.circuit.AppointmentTurns;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.HoldBack;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.RecordingIds;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.usage.FiguresReader;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The only place where stores are built: from the variables that template.yaml sets, and from clients, time, randomness and metrics, which
 * depend on where the code runs. A function that lacks a variable fails when it asks for a store that needs it, which it does when it starts.
 */
public interface Wiring extends QueueWiring {

    /** The accounts and their API keys, as requests are authenticated with them. */
    default DynamoAccounts accounts() {
        return new DynamoAccounts(dynamoDb(), accountsTable());
    }

    /** The accounts, for a function that records events: what it looks up shows whether its clock is right. */
    default DynamoAccounts clockCheckedAccounts() {
        return new DynamoAccounts(clockCheckedReads(), accountsTable());
    }

    /** All accounts. */
    default AccountScan allAccounts() {
        return new AccountScan(dynamoDb(), accountsTable());
    }

    /** The API keys, as they are issued and revoked. */
    default DynamoApiKeys apiKeys() {
        return new DynamoApiKeys(dynamoDb(), accountsTable());
    }

    /** The audit logs of all accounts. */
    default DynamoAuditLog auditLog() {
        return new DynamoAuditLog(dynamoDb(), auditLogTable());
    }

    /** What accounts and keys may still request. */
    default DynamoSharedTokens sharedTokens() {
        return new DynamoSharedTokens(dynamoDb(), environment().text("REQUEST_RATES_TABLE"));
    }

    /** The idempotency keys of requests that register and change no webhook. */
    default DynamoRequestKeys requestKeys() {
        return new DynamoRequestKeys(dynamoDb(), repeatsTable());
    }

    /** The recorded events. */
    default DynamoEvents events() {
        return new DynamoEvents(dynamoDb(), eventsTable());
    }

    /** The recorded events, for reads that need a clock that is right. */
    default DynamoEvents clockCheckedEvents() {
        return new DynamoEvents(clockCheckedReads(), eventsTable());
    }

    /** How old an event is when the feed shows it to whoever reads it forwards. */
    default HoldBack holdBack() {
        return new HoldBack(
                environment().duration("FEED_HOLD_BACK"), environment().duration("CLINIC_FEED_HOLD_BACK"));
    }

    /** Records events one by one. */
    default Recording recording() {
        return new Recording(
                events(),
                new DynamoIdempotency(dynamoDb(), repeatsTable()),
                new RecordingIds(accounts()::isOrdered, appointmentOrder(), random(), retention()),
                clock(),
                retention());
    }

    /** The ids of the events of each appointment, where their order matters. */
    default DynamoAppointmentOrder appointmentOrder() {
        return new DynamoAppointmentOrder(dynamoDb(), repeatsTable());
    }

    /** Finds the deliveries for which others of their appointment wait. */
    default AppointmentTurns appointmentTurns(Backlog backlog) {
        return new AppointmentTurns(appointmentOrder(), deliveryLog(), backlog, events());
    }

    /**
     * Records many events together.
     *
     * @param single records those that cannot be recorded together
     */
    default BatchRecording batchRecording(Recording single) {
        return new BatchRecording(
                new DynamoBatches(dynamoDb(), eventsTable(), repeatsTable()), single, clock(), retention());
    }

    /** The registered webhooks. */
    default WebhookStore webhooks() {
        return new DynamoWebhooks(dynamoDb(), webhooksTable());
    }

    /** Registers webhooks. */
    default DynamoRegistrations registrations() {
        return new DynamoRegistrations(dynamoDb(), webhooksTable(), repeatsTable(), accountsTable());
    }

    /** The changes of webhooks that were requested with an idempotency key. */
    default IdempotentChangeStore idempotentChanges() {
        return new DynamoIdempotentChanges(dynamoDb(), webhooksTable(), repeatsTable());
    }

    /** The webhooks whose probe is due. */
    default DueWebhookIndex dueWebhooks() {
        return new DynamoDueWebhooks(dynamoDb(), webhooksTable());
    }

    /** The rows of webhooks that say that an e-mail is due. */
    default DueMailScan dueMails() {
        return new DueMailScan(dynamoDb(), webhooksTable());
    }

    /** Limits the pings of a webhook. */
    default DynamoPingLimit pingLimit() {
        return new DynamoPingLimit(dynamoDb(), repeatsTable());
    }

    /** The signing secrets, for a function that encrypts new ones: it makes the data keys that it lacks. */
    default SecretVault sealingVault() {
        return new KmsSecretVault(
                new DataKeyMaker(
                        dynamoDb(),
                        environment().text("DATA_KEYS_TABLE"),
                        kms(),
                        environment().text("SECRETS_KEY"),
                        clock()),
                random());
    }

    /** The signing secrets, for a function that has only the data keys that exist. */
    default SecretVault vault() {
        return new KmsSecretVault(
                new StoredDataKeys(
                        dynamoDb(),
                        environment().text("DATA_KEYS_TABLE"),
                        kms(),
                        environment().text("SECRETS_KEY")),
                random());
    }

    /** The delivery log. */
    default DynamoDeliveryLog deliveryLog() {
        return new DynamoDeliveryLog(dynamoDb(), deliveriesTable());
    }

    /**
     * Dismisses deliveries.
     *
     * @param log the delivery log
     */
    default DynamoDismissals dismissals(DynamoDeliveryLog log) {
        return new DynamoDismissals(dynamoDb(), log, auditLogTable());
    }

    /** The deliveries of a webhook: those in the delivery log, and those in the backlog. */
    default DeliveryOverview deliveryOverview() {
        return new DeliveryOverview(
                deliveryLog(), backlog(), retention(), workLimits().lookedBack());
    }

    /** The captured responses. */
    default DynamoCapturedResponses capturedResponses() {
        return new DynamoCapturedResponses(dynamoDb(), environment().text("RESPONSES_TABLE"));
    }

    /** The deliveries that wait because the circuit of their webhook is open, for a function that drains none. */
    default Backlog backlog() {
        return new DynamoBacklog(dynamoDb(), backlogTable());
    }

    /**
     * The deliveries that wait because the circuit of their webhook is open.
     *
     * @param unreadable gets those that cannot be read
     */
    default Backlog backlog(DeadLetterSink unreadable) {
        return new DynamoBacklog(dynamoDb(), backlogTable(), unreadable);
    }

    /** The deliveries that wait to be pulled. */
    default DynamoPullQueue pullQueue() {
        return new DynamoPullQueue(
                dynamoDb(), backlogTable(), random(), workLimits().pulledAtOnce());
    }

    /** The replays, for a function that starts none. */
    default DynamoReplays replays() {
        return new DynamoReplays(dynamoDb(), environment().text("REPLAYS_TABLE"));
    }

    /** The replays, for a function that starts some, which the audit log tells. */
    default DynamoReplays auditedReplays() {
        return new DynamoReplays(dynamoDb(), environment().text("REPLAYS_TABLE"), auditLogTable());
    }

    /** Reads the feed for replays. */
    default ReplayWalk replayWalk() {
        return new ReplayWalk(events(), deliveryLog(), retention(), workLimits().replayedPerStep());
    }

    /** The e-mail addresses of webhooks, and whether they are confirmed. */
    default DynamoMailAddresses mailAddresses() {
        return new DynamoMailAddresses(dynamoDb(), environment().text("MAIL_ADDRESSES_TABLE"), auditLogTable());
    }

    /** How long a link that confirms an address is valid. */
    default ConfirmationTimes confirmationTimes() {
        return new ConfirmationTimes(environment().duration("RETRY_WINDOW"));
    }

    /** The counts of e-mails. */
    default DynamoMailCounts mailCounts() {
        return new DynamoMailCounts(dynamoDb(), repeatsTable());
    }

    /** What was counted. */
    default DynamoUsage usage() {
        return new DynamoUsage(dynamoDb(), environment().text("USAGE_TABLE"));
    }

    /** What is to be counted. */
    default DynamoUsageSource usageSource() {
        return new DynamoUsageSource(dynamoDb(), eventsTable(), deliveriesTable(), webhooksTable());
    }

    /** What became of deliveries over time. */
    default FiguresReader figures() {
        DynamoUsage usage = usage();
        return new FiguresReader(usage, usage, usageSource());
    }

    /** The erasures of clinics and accounts, for the operator. */
    default DynamoErasures erasures() {
        return new DynamoErasures(dynamoDb(), accountsTable(), auditLogTable());
    }

    /** What they delete. */
    default ErasableRows erasableRows() {
        return new ErasableRows(
                dynamoDb(),
                new ErasableRows.Tables(
                        eventsTable(),
                        deliveriesTable(),
                        environment().text("RESPONSES_TABLE"),
                        backlogTable(),
                        repeatsTable(),
                        environment().text("REPLAYS_TABLE")));
    }

    /** How long an event can be read, and its deliveries with it. */
    default Duration retention() {
        return environment().duration("RETENTION");
    }

    private DynamoDbClient clockCheckedReads() {
        return new ClockCheckedReads(dynamoDb(), clock(), metrics());
    }

    private String accountsTable() {
        return environment().text("ACCOUNTS_TABLE");
    }

    private String auditLogTable() {
        return environment().text("AUDIT_LOG_TABLE");
    }

    private String eventsTable() {
        return environment().text("EVENTS_TABLE");
    }

    /** Keeps what must not be done twice, or not too often: keys of events and requests, pings of a minute, e-mails of an hour and a day. */
    private String repeatsTable() {
        return environment().text("IDEMPOTENCY_TABLE");
    }

    private String webhooksTable() {
        return environment().text("WEBHOOKS_TABLE");
    }

    private String deliveriesTable() {
        return environment().text("DELIVERIES_TABLE");
    }

    private String backlogTable() {
        return environment().text("BACKLOG_TABLE");
    }
}
