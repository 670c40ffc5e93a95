package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.http.Authentication;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoCapturedResponses;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoDismissals;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.queues.SqsMailQueue;
import com.scheduleevents.aws.queues.SqsReplayQueue;
import com.scheduleevents.aws.rates.DynamoSharedTokens;
import com.scheduleevents.aws.replays.DynamoReplays;
import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.aws.secrets.DataKeyMaker;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.aws.webhooks.DynamoIdempotentChanges;
import com.scheduleevents.aws.webhooks.DynamoMailAddresses;
import com.scheduleevents.aws.webhooks.DynamoPingLimit;
import com.scheduleevents.aws.webhooks.DynamoRegistrations;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.CapturedResponses;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.Dismissals;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.MailQueue;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.replay.ReplayQueue;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.request.RequestKeys;
import com.scheduleevents.domain.webhook.IdempotentChanges;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The ports of the function, and its settings from template.yaml.
 *
 * @param registrations registers webhooks
 * @param idempotentChanges the changes of webhooks that were requested with an idempotency key
 * @param requestKeys the idempotency keys of all other requests
 * @param vault encrypts and decrypts signing secrets, and decrypts captured responses
 * @param log the delivery log
 * @param responses the captured responses
 * @param dismissals dismisses deliveries in that log
 * @param backlog the deliveries that wait because the circuit of their webhook is open
 * @param deliveries the queue of pings, test events and redeliveries
 * @param pings limits the pings of a webhook
 * @param logged the delivery log, for many deliveries at once
 * @param steps the queue of replay steps
 * @param addresses the e-mail addresses of webhooks, and whether they are confirmed
 * @param mails the queue of e-mails, for links that confirm addresses
 * @param confirmations how long a link is valid
 * @param retention how long an event can be read, and its deliveries with it
 * @param webhooksPerAccount the webhook limit of an account without a limit of its own
 * @param extraNetworks networks of receivers besides the public internet
 * @param cors the websites that may call the API
 * @param authentication finds the API key of a request that came without the authorizer's context
 * @param tokens what accounts and keys may still request
 * @param random a cryptographic source
 * @param metrics counts the requests that fail
 */
public record WebhooksDependencies(
        Accounts accounts,
        WebhookStore webhooks,
        Registrations registrations,
        IdempotentChanges idempotentChanges,
        RequestKeys requestKeys,
        SecretVault vault,
        DeliveryLog log,
        CapturedResponses responses,
        Dismissals dismissals,
        Backlog backlog,
        EventStore events,
        DeliveryQueue deliveries,
        PingLimit pings,
        LoggedDeliveries logged,
        ReplayStore replays,
        ReplayQueue steps,
        MailAddresses addresses,
        MailQueue mails,
        ConfirmationTimes confirmations,
        Duration retention,
        int webhooksPerAccount,
        ExtraNetworks extraNetworks,
        Cors cors,
        Authentication authentication,
        SharedTokens tokens,
        Clock clock,
        RandomGenerator random,
        Metrics metrics) {

    /** Connects to AWS as the environment variables say. */
    static WebhooksDependencies from(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        var dynamoDb = aws.dynamoDb();
        RestoreSafeRandom random = RestoreSafeRandom.create();
        Clock clock = Clock.systemUTC();
        DynamoDeliveryLog log = new DynamoDeliveryLog(dynamoDb, environment.text("DELIVERIES_TABLE"));
        var sqs = aws.sqs();
        String webhooks = environment.text("WEBHOOKS_TABLE");
        String idempotency = environment.text("IDEMPOTENCY_TABLE");
        String accountsTable = environment.text("ACCOUNTS_TABLE");
        DynamoAccounts accounts = new DynamoAccounts(dynamoDb, accountsTable);
        String auditLog = environment.text("AUDIT_LOG_TABLE");
        return new WebhooksDependencies(
                accounts,
                new DynamoWebhooks(dynamoDb, webhooks),
                new DynamoRegistrations(dynamoDb, webhooks, idempotency, accountsTable),
                new DynamoIdempotentChanges(dynamoDb, webhooks, idempotency),
                new DynamoRequestKeys(dynamoDb, idempotency),
                new KmsSecretVault(
                        new DataKeyMaker(
                                dynamoDb,
                                environment.text("DATA_KEYS_TABLE"),
                                aws.kms(),
                                environment.text("SECRETS_KEY"),
                                clock),
                        random),
                log,
                new DynamoCapturedResponses(dynamoDb, environment.text("RESPONSES_TABLE")),
                new DynamoDismissals(dynamoDb, log, auditLog),
                new DynamoBacklog(dynamoDb, environment.text("BACKLOG_TABLE")),
                new DynamoEvents(dynamoDb, environment.text("EVENTS_TABLE")),
                new SqsDeliveryQueue(sqs, environment.text("RETRY_QUEUE")),
                new DynamoPingLimit(dynamoDb, idempotency),
                log,
                new DynamoReplays(dynamoDb, environment.text("REPLAYS_TABLE"), auditLog),
                new SqsReplayQueue(sqs, environment.text("REPLAY_QUEUE")),
                new DynamoMailAddresses(dynamoDb, environment.text("MAIL_ADDRESSES_TABLE"), auditLog),
                new SqsMailQueue(sqs, environment.text("MAIL_QUEUE")),
                new ConfirmationTimes(environment.duration("RETRY_WINDOW")),
                environment.duration("RETENTION"),
                environment.read("WEBHOOKS_PER_ACCOUNT", "a whole number", Integer::valueOf),
                ExtraNetworks.parse(environment.possiblyEmpty("EXTRA_RECEIVER_NETWORKS")),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")),
                KeyAuthentication.of(environment, accounts),
                new DynamoSharedTokens(dynamoDb, environment.text("REQUEST_RATES_TABLE")),
                clock,
                random,
                EmbeddedMetrics.of(environment));
    }
}
