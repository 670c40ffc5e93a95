package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoParked;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsCheckQueue;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.snapshot.FreshRandom;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.delivery.receiver.HttpsReceivers;
import com.scheduleevents.delivery.receiver.Resolver;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.holding.CheckQueue;
import com.scheduleevents.domain.holding.Holding;
import com.scheduleevents.domain.holding.ParkedDeliveries;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that the sender reaches the world through, and the figures that template.yaml sets.
 *
 * @param webhooks the registered webhooks
 * @param log the delivery log
 * @param parked what is kept aside
 * @param retries where later attempts wait
 * @param checks where checks wait
 * @param deadLetters for messages that nobody can read
 * @param receivers the receivers
 * @param secrets decrypts signing secrets
 * @param schedule the retry schedule
 * @param holding the rules of holding
 * @param attemptsPerHost how many attempts are made to one host at a time
 * @param receiverTimeout how long an attempt may take
 * @param retention how long a delivery stays in the log, from its event's recording
 * @param clock the time
 * @param random for jitter and tokens
 * @param metrics counts what happens
 */
public record SenderParts(
        WebhookStore webhooks,
        DeliveryLog log,
        ParkedDeliveries parked,
        DeliveryQueue retries,
        CheckQueue checks,
        DeadLetters deadLetters,
        Receivers receivers,
        SecretVault secrets,
        RetrySchedule schedule,
        Holding holding,
        int attemptsPerHost,
        Duration receiverTimeout,
        Duration retention,
        Clock clock,
        RandomGenerator random,
        Metrics metrics) {

    private static final Logger LOG = LoggerFactory.getLogger(SenderParts.class);

    /** Production's, as the function's environment describes them. */
    static SenderParts from(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        var dynamoDb = aws.dynamoDb();
        var sqs = aws.sqs();
        Metrics metrics = EmbeddedMetrics.of(environment);
        DeadLetters deadLetters =
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("RETRY_DEAD_LETTERS")), metrics);
        int attemptsPerHost = environment.read("ATTEMPTS_PER_HOST", "a whole number", Integer::valueOf);
        FreshRandom random = FreshRandom.create();
        return new SenderParts(
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new DynamoDeliveryLog(dynamoDb, environment.text("DELIVERIES_TABLE")),
                new DynamoParked(dynamoDb, environment.text("PARKED_TABLE"), deadLetters),
                new SqsDeliveryQueue(sqs, environment.text("RETRY_QUEUE")),
                new SqsCheckQueue(sqs, environment.text("RETRY_QUEUE")),
                deadLetters,
                receivers(environment, attemptsPerHost),
                new KmsSecretVault(
                        new StoredDataKeys(
                                dynamoDb,
                                environment.text("DATA_KEYS_TABLE"),
                                aws.kms(),
                                environment.text("SECRETS_KEY")),
                        random),
                RetrySchedule.parse(environment.text("RETRY_WAITS"), environment.text("RETRY_WINDOW")),
                new Holding(
                        environment.duration("FIRST_CHECK_WAIT"),
                        environment.duration("LONGEST_CHECK_WAIT"),
                        environment.duration("CHECK_LEASE"),
                        environment.duration("WARN_AFTER")),
                attemptsPerHost,
                environment.duration("RECEIVER_TIMEOUT"),
                environment.duration("RETENTION"),
                Clock.systemUTC(),
                random,
                metrics);
    }

    private static Receivers receivers(Environment environment, int attemptsPerHost) {
        ExtraNetworks networks = ExtraNetworks.parse(environment.possiblyEmpty("EXTRA_RECEIVER_NETWORKS"));
        String authority = environment.possiblyEmpty("EXTRA_RECEIVER_AUTHORITY");
        if (!networks.isEmpty() || !authority.isEmpty()) {
            LOG.warn("this sender calls receivers outside the public internet too, or trusts a further certificate "
                    + "authority: ExtraReceiverNetworks or ExtraReceiverAuthority is set");
        }
        return new HttpsReceivers(Resolver.ofTheMachine(), networks, authority, attemptsPerHost, Clock.systemUTC());
    }
}
