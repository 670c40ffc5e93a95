package com.scheduleevents.api.queue;

import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.http.Authentication;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoPullQueue;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.rates.DynamoSharedTokens;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullWatch;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The ports of the function, and its settings from template.yaml.
 *
 * @param queue the deliveries that wait
 * @param log the delivery log
 * @param logged the delivery log, for many deliveries at once
 * @param vault decrypts signing secrets
 * @param watch says when a pull is written to the webhook's row
 * @param retention how long a delivery stays in the log, counted from the recording of its event
 * @param cors the websites that may call the API
 * @param authentication finds the API key of a request that came without the authorizer's context
 * @param tokens what accounts and keys may still request
 * @param pauses lets a request wait for deliveries
 * @param random a cryptographic source, for tokens
 * @param metrics counts deliveries, and the requests that fail
 */
public record QueueDependencies(
        Accounts accounts,
        WebhookStore webhooks,
        PullQueue queue,
        DeliveryLog log,
        LoggedDeliveries logged,
        SecretVault vault,
        PullWatch watch,
        Duration retention,
        Cors cors,
        Authentication authentication,
        SharedTokens tokens,
        Clock clock,
        Pauses pauses,
        RandomGenerator random,
        Metrics metrics) {

    /** Connects to AWS as the environment variables say. */
    static QueueDependencies from(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        var dynamoDb = aws.dynamoDb();
        DynamoAccounts accounts = new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE"));
        RestoreSafeRandom random = RestoreSafeRandom.create();
        DynamoDeliveryLog log = new DynamoDeliveryLog(dynamoDb, environment.text("DELIVERIES_TABLE"));
        return new QueueDependencies(
                accounts,
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new DynamoPullQueue(dynamoDb, environment.text("BACKLOG_TABLE")),
                log,
                log,
                new KmsSecretVault(
                        new StoredDataKeys(
                                dynamoDb,
                                environment.text("DATA_KEYS_TABLE"),
                                aws.kms(),
                                environment.text("SECRETS_KEY")),
                        random),
                new PullWatch(environment.duration("RETRY_WINDOW")),
                environment.duration("RETENTION"),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")),
                KeyAuthentication.of(environment, accounts),
                new DynamoSharedTokens(dynamoDb, environment.text("REQUEST_RATES_TABLE")),
                Clock.systemUTC(),
                QueueDependencies::sleep,
                random,
                EmbeddedMetrics.of(environment));
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a request waited for deliveries", e);
        }
    }
}
