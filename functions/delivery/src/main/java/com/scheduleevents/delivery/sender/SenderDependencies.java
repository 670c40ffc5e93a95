package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoCapturedResponses;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.queues.SqsProbeQueue;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.aws.webhooks.DynamoDueWebhooks;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.delivery.receiver.HttpsReceivers;
import com.scheduleevents.delivery.receiver.Resolver;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.circuit.DueWebhooks;
import com.scheduleevents.domain.circuit.ProbeQueue;
import com.scheduleevents.domain.circuit.WaitLimits;
import com.scheduleevents.domain.delivery.CapturedResponses;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports of the sender, and its settings from template.yaml.
 *
 * @param due moves the next probe of a webhook whose row cannot be read
 * @param log the delivery log
 * @param responses the captured responses
 * @param deliveriesQueue the name of the queue of first attempts
 * @param backlog the deliveries that wait for a probe or a drain
 * @param retries the queue of later attempts
 * @param probes the queue of probes
 * @param deadLetters stores messages that cannot be parsed
 * @param delays decides when messages that failed are delivered again
 * @param secrets decrypts signing secrets and static headers, and encrypts captured responses
 * @param schedule the retry schedule
 * @param circuitBreaker the rules of the circuit breaker
 * @param receiverTimeout how long an attempt may take
 * @param verifiesReceivers whether a receiver has to return a challenge before anything else is sent to its URL
 * @param retention how long a delivery stays in the log, counted from the recording of its event
 * @param random a cryptographic source, for jitter and tokens
 * @param metrics counts attempts and their outcomes
 */
public record SenderDependencies(
        WebhookStore webhooks,
        DueWebhooks due,
        DeliveryLog log,
        CapturedResponses responses,
        String deliveriesQueue,
        Backlog backlog,
        DeliveryQueue retries,
        ProbeQueue probes,
        DeadLetters deadLetters,
        MessageDelays delays,
        Receivers receivers,
        SecretVault secrets,
        RetrySchedule schedule,
        CircuitBreaker circuitBreaker,
        Duration receiverTimeout,
        boolean verifiesReceivers,
        Duration retention,
        Clock clock,
        RandomGenerator random,
        Metrics metrics) {

    private static final Logger LOG = LoggerFactory.getLogger(SenderDependencies.class);

    /** How much longer than a retry window the log of a delivery is kept after an attempt: the last one may come late. */
    private static final Duration AFTER_WINDOW = Duration.ofDays(1);

    /** The part of the retention for which a delivery that somebody asked for stays in the backlog after it has expired, to be logged. */
    private static final int LATE_PARTS = 90;

    /** How long the deliveries of a webhook may wait. */
    WaitLimits waitLimits(Webhook webhook) {
        return WaitLimits.of(webhook, circuitBreaker.warnAfter(), schedule.window(), retention);
    }

    /** Until when a delivery is kept in the backlog. */
    Instant backlogExpiry(DeliveryMessage message) {
        Instant expiry = message.payload().id().expiresAt(retention);
        return message.isRequested() ? expiry.plus(retention.dividedBy(LATE_PARTS)) : expiry;
    }

    /** Until when a delivery is kept in the log. That of an old event, which may be sent again, outlives the retry schedule that depends on it. */
    Instant logExpiry(DeliveryMessage message) {
        Instant scheduled = clock.instant().plus(schedule.window()).plus(AFTER_WINDOW);
        Instant expiry = message.payload().id().expiresAt(retention);
        return expiry.isAfter(scheduled) ? expiry : scheduled;
    }

    /** Connects to AWS as the environment variables say. */
    static SenderDependencies from(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        var dynamoDb = aws.dynamoDb();
        var sqs = aws.sqs();
        Metrics metrics = EmbeddedMetrics.of(environment);
        DeadLetters deadLetters =
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("RETRY_DEAD_LETTERS")), metrics);
        int attemptsPerHost = environment.read("ATTEMPTS_PER_HOST", "a whole number", Integer::valueOf);
        RestoreSafeRandom random = RestoreSafeRandom.create();
        return new SenderDependencies(
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new DynamoDueWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new DynamoDeliveryLog(dynamoDb, environment.text("DELIVERIES_TABLE")),
                new DynamoCapturedResponses(dynamoDb, environment.text("RESPONSES_TABLE")),
                QueueRecord.queueOf(environment.text("DELIVERIES_QUEUE")),
                new DynamoBacklog(dynamoDb, environment.text("BACKLOG_TABLE"), deadLetters),
                new SqsDeliveryQueue(sqs, environment.text("RETRY_QUEUE")),
                new SqsProbeQueue(sqs, environment.text("RETRY_QUEUE")),
                deadLetters,
                new GrowingDelays(sqs, environment.text("DELIVERIES_QUEUE"), environment.text("RETRY_QUEUE")),
                receivers(environment, attemptsPerHost),
                new KmsSecretVault(
                        new StoredDataKeys(
                                dynamoDb,
                                environment.text("DATA_KEYS_TABLE"),
                                aws.kms(),
                                environment.text("SECRETS_KEY")),
                        random),
                RetrySchedule.parse(environment.text("RETRY_WAITS"), environment.text("RETRY_WINDOW")),
                new CircuitBreaker(
                        environment.duration("FIRST_PROBE_WAIT"),
                        environment.duration("LONGEST_PROBE_WAIT"),
                        environment.duration("PROBE_LEASE"),
                        environment.duration("WARN_AFTER")),
                environment.duration("RECEIVER_TIMEOUT"),
                environment.read("RECEIVER_VERIFICATION", "true or false", Boolean::parseBoolean),
                environment.duration("RETENTION"),
                Clock.systemUTC(),
                random,
                metrics);
    }

    private static Receivers receivers(Environment environment, int attemptsPerHost) {
        ExtraNetworks networks = ExtraNetworks.parse(environment.possiblyEmpty("EXTRA_RECEIVER_NETWORKS"));
        String authority = environment.possiblyEmpty("EXTRA_RECEIVER_AUTHORITY");
        if (!networks.isEmpty() || !authority.isEmpty()) {
            LOG.warn("this sender may call receivers outside the public internet or trusts an additional certificate"
                    + " authority: ExtraReceiverNetworks or ExtraReceiverAuthority is set");
        }
        return new HttpsReceivers(Resolver.ofTheJvm(), networks, authority, attemptsPerHost, Clock.systemUTC());
    }
}
