package com.scheduleevents.api.webhooks;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.secrets.DataKeyMaker;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.webhooks.DynamoKeyedChanges;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.webhook.KeyedChanges;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Everything that the function reaches the world through, and what template.yaml sets.
 *
 * @param accounts the accounts
 * @param webhooks the registered webhooks
 * @param keyed their changes that came with an idempotency key
 * @param vault encrypts and decrypts signing secrets
 * @param extraNetworks where receivers may be besides the public internet
 * @param clock the time
 * @param random a cryptographic source
 */
public record WebhooksParts(
        Accounts accounts,
        WebhookStore webhooks,
        KeyedChanges keyed,
        SecretVault vault,
        ExtraNetworks extraNetworks,
        Clock clock,
        RandomGenerator random) {

    /** Production's, as the function's environment describes them. */
    static WebhooksParts from(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        var dynamoDb = aws.dynamoDb();
        SecureRandom random = new SecureRandom();
        Clock clock = Clock.systemUTC();
        String webhooks = environment.text("WEBHOOKS_TABLE");
        return new WebhooksParts(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new DynamoWebhooks(dynamoDb, webhooks),
                new DynamoKeyedChanges(dynamoDb, webhooks, environment.text("IDEMPOTENCY_TABLE")),
                new KmsSecretVault(
                        new DataKeyMaker(
                                dynamoDb,
                                environment.text("DATA_KEYS_TABLE"),
                                aws.kms(),
                                environment.text("SECRETS_KEY"),
                                clock),
                        random),
                ExtraNetworks.parse(
                        environment.optionalText("EXTRA_RECEIVER_NETWORKS").orElse("")),
                clock,
                random);
    }
}
