package com.scheduleevents.simulation.deployment;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.AccountScan;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoCapturedResponses;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoPullQueue;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.queues.SqsMailQueue;
import com.scheduleevents.aws.queues.SqsProbeQueue;
import com.scheduleevents.aws.queues.SqsReplayQueue;
import com.scheduleevents.aws.queues.SqsUsageQueue;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.replays.DynamoReplays;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.aws.webhooks.DueMailScan;
import com.scheduleevents.aws.webhooks.DynamoChangeMailLimit;
import com.scheduleevents.aws.webhooks.DynamoDailyMailLimit;
import com.scheduleevents.aws.webhooks.DynamoDueWebhooks;
import com.scheduleevents.aws.webhooks.DynamoMailAddresses;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.delivery.clock.ProbeClock;
import com.scheduleevents.delivery.fanout.FanOut;
import com.scheduleevents.delivery.notifier.MailComposer;
import com.scheduleevents.delivery.notifier.MailSweep;
import com.scheduleevents.delivery.notifier.Mailer;
import com.scheduleevents.delivery.notifier.Notifier;
import com.scheduleevents.delivery.notifier.ServiceTimes;
import com.scheduleevents.delivery.notifier.SesMailService;
import com.scheduleevents.delivery.replay.Replayer;
import com.scheduleevents.delivery.replay.ReplayerDependencies;
import com.scheduleevents.delivery.sender.Sender;
import com.scheduleevents.delivery.sender.SenderDependencies;
import com.scheduleevents.delivery.usage.UsageCounter;
import com.scheduleevents.delivery.usage.UsagePlanner;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.ExecutionEnvironment;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import com.scheduleevents.simulation.receivers.SimulatedReceivers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The handlers of functions/delivery, wired as their own constructors wire them on AWS. */
final class DeliveryFunctions {

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;
    private final Metrics metrics;

    DeliveryFunctions(SimulatedWorld world, SimulatedInternet internet, Metrics metrics) {
        this.world = world;
        this.internet = internet;
        this.dynamoDb = world.dynamoDb();
        this.sqs = world.sqs();
        this.metrics = metrics;
    }

    Object handler(String handler, Environment variables, ExecutionEnvironment environment) {
        return switch (handler.substring(handler.lastIndexOf('.') + 1)) {
            case "FanOut" -> fanOut(variables, environment);
            case "Sender" -> new Sender(sender(variables, environment));
            case "ProbeClock" -> clock(variables, environment);
            case "Replayer" -> new Replayer(replayer(variables, environment));
            case "Notifier" ->
                new Notifier(
                        new DynamoAuditLog(dynamoDb, variables.text("AUDIT_LOG_TABLE")),
                        webhooks(variables),
                        new SqsDeliveryQueue(sqs, variables.text("RETRY_QUEUE")),
                        new SqsMailQueue(sqs, variables.text("MAIL_QUEUE")),
                        deadLetters(variables, "NOTIFIER_DEAD_LETTERS"),
                        environment.clock(),
                        metrics);
            case "Mailer" -> mailer(variables, environment);
            case "MailSweep" ->
                new MailSweep(
                        new DueMailScan(dynamoDb, variables.text("WEBHOOKS_TABLE"))::read,
                        webhooks(variables),
                        new DynamoAccounts(dynamoDb, variables.text("ACCOUNTS_TABLE")),
                        new SqsDeliveryQueue(sqs, variables.text("RETRY_QUEUE")),
                        new SqsMailQueue(sqs, variables.text("MAIL_QUEUE")),
                        environment.clock(),
                        metrics);
            case "UsagePlanner" -> usagePlanner(variables, environment);
            case "UsageCounter" -> usageCounter(variables, environment);
            default -> throw new IllegalArgumentException("the simulation does not know the handler " + handler);
        };
    }

    private FanOut fanOut(Environment variables, ExecutionEnvironment environment) {
        return new FanOut(
                webhooks(variables),
                new SqsDeliveryQueue(sqs, variables.text("DELIVERIES_QUEUE")),
                new SqsDeliveryQueue(sqs, variables.text("RETRY_QUEUE")),
                new DynamoPullQueue(dynamoDb, variables.text("BACKLOG_TABLE")),
                variables.duration("RETENTION"),
                deadLetters(variables, "FAN_OUT_DEAD_LETTERS"),
                environment.clock(),
                metrics);
    }

    private SenderDependencies sender(Environment variables, ExecutionEnvironment environment) {
        DeadLetters deadLetters = deadLetters(variables, "RETRY_DEAD_LETTERS");
        int attemptsPerHost = Integer.parseInt(variables.text("ATTEMPTS_PER_HOST"));
        return new SenderDependencies(
                new CountedWebhooks(webhooks(variables), world.faults().counts()),
                new DynamoDueWebhooks(dynamoDb, variables.text("WEBHOOKS_TABLE")),
                new DynamoDeliveryLog(dynamoDb, variables.text("DELIVERIES_TABLE")),
                new DynamoCapturedResponses(dynamoDb, variables.text("RESPONSES_TABLE")),
                QueueRecord.queueOf(variables.text("DELIVERIES_QUEUE")),
                new CountedBacklog(
                        new DynamoBacklog(dynamoDb, variables.text("BACKLOG_TABLE"), deadLetters),
                        world.faults().counts()),
                new SqsDeliveryQueue(sqs, variables.text("RETRY_QUEUE")),
                new SqsProbeQueue(sqs, variables.text("RETRY_QUEUE")),
                deadLetters,
                delays(variables, "DELIVERIES_QUEUE", "RETRY_QUEUE"),
                new SimulatedReceivers(
                        world,
                        internet,
                        ExtraNetworks.parse(variables.possiblyEmpty("EXTRA_RECEIVER_NETWORKS")),
                        attemptsPerHost),
                new KmsSecretVault(
                        new StoredDataKeys(
                                dynamoDb,
                                variables.text("DATA_KEYS_TABLE"),
                                world.kms(),
                                variables.text("SECRETS_KEY")),
                        environment.random()),
                RetrySchedule.parse(variables.text("RETRY_WAITS"), variables.text("RETRY_WINDOW")),
                new CircuitBreaker(
                        variables.duration("FIRST_PROBE_WAIT"),
                        variables.duration("LONGEST_PROBE_WAIT"),
                        variables.duration("PROBE_LEASE"),
                        variables.duration("WARN_AFTER")),
                variables.duration("RECEIVER_TIMEOUT"),
                Boolean.parseBoolean(variables.text("RECEIVER_VERIFICATION")),
                variables.duration("RETENTION"),
                environment.clock(),
                environment.random(),
                metrics);
    }

    private ProbeClock clock(Environment variables, ExecutionEnvironment environment) {
        return new ProbeClock(
                new CountedDueWebhooks(
                        new DynamoDueWebhooks(dynamoDb, variables.text("WEBHOOKS_TABLE")),
                        world.faults().counts()),
                new SqsProbeQueue(sqs, variables.text("RETRY_QUEUE")),
                environment.clock(),
                variables.duration("PROBE_LEASE"));
    }

    private ReplayerDependencies replayer(Environment variables, ExecutionEnvironment environment) {
        return new ReplayerDependencies(
                new DynamoReplays(dynamoDb, variables.text("REPLAYS_TABLE")),
                webhooks(variables),
                new ReplayWalk(
                        new DynamoEvents(dynamoDb, variables.text("EVENTS_TABLE")),
                        new DynamoDeliveryLog(dynamoDb, variables.text("DELIVERIES_TABLE")),
                        variables.duration("RETENTION")),
                new SqsDeliveryQueue(sqs, variables.text("RETRY_QUEUE")),
                new SqsReplayQueue(sqs, variables.text("REPLAY_QUEUE")),
                deadLetters(variables, "REPLAY_DEAD_LETTERS"),
                delays(variables, "REPLAY_QUEUE"),
                new ReplayPace(Integer.parseInt(variables.text("REPLAY_EVENTS_PER_SECOND"))),
                environment.clock(),
                metrics);
    }

    private Mailer mailer(Environment variables, ExecutionEnvironment environment) {
        return new Mailer(
                new DynamoAccounts(dynamoDb, variables.text("ACCOUNTS_TABLE")),
                new DynamoApiKeys(dynamoDb, variables.text("ACCOUNTS_TABLE")),
                webhooks(variables),
                new DynamoBacklog(dynamoDb, variables.text("BACKLOG_TABLE")),
                new DynamoDeliveryLog(dynamoDb, variables.text("DELIVERIES_TABLE")),
                new DynamoReplays(dynamoDb, variables.text("REPLAYS_TABLE")),
                new DynamoMailAddresses(
                        dynamoDb, variables.text("MAIL_ADDRESSES_TABLE"), variables.text("AUDIT_LOG_TABLE")),
                new DynamoChangeMailLimit(dynamoDb, variables.text("IDEMPOTENCY_TABLE")),
                new DynamoDailyMailLimit(
                        dynamoDb,
                        variables.text("IDEMPOTENCY_TABLE"),
                        Integer.parseInt(variables.text("MAILS_PER_DAY"))),
                new SesMailService(world.ses(), variables.text("MAIL_FROM"), variables.text("MAIL_CONFIGURATION_SET")),
                deadLetters(variables, "MAIL_DEAD_LETTERS"),
                delays(variables, "MAIL_QUEUE"),
                new MailComposer(
                        variables.text("API_URL"),
                        new ServiceTimes(
                                variables.duration("RETENTION"),
                                variables.duration("RETRY_WINDOW"),
                                variables.duration("RECEIVER_TIMEOUT"))),
                variables.duration("RETENTION"),
                new ConfirmationTimes(variables.duration("RETRY_WINDOW")),
                environment.clock(),
                environment.random(),
                metrics);
    }

    private UsagePlanner usagePlanner(Environment variables, ExecutionEnvironment environment) {
        return new UsagePlanner(
                new AccountScan(dynamoDb, variables.text("ACCOUNTS_TABLE"))::read,
                new SqsUsageQueue(sqs, variables.text("USAGE_QUEUE")),
                environment.clock());
    }

    private UsageCounter usageCounter(Environment variables, ExecutionEnvironment environment) {
        DynamoUsage usage = new DynamoUsage(dynamoDb, variables.text("USAGE_TABLE"));
        return new UsageCounter(
                new DynamoUsageSource(
                        dynamoDb,
                        variables.text("EVENTS_TABLE"),
                        variables.text("DELIVERIES_TABLE"),
                        variables.text("WEBHOOKS_TABLE")),
                usage,
                usage,
                new SqsUsageQueue(sqs, variables.text("USAGE_QUEUE")),
                deadLetters(variables, "USAGE_DEAD_LETTERS"),
                delays(variables, "USAGE_QUEUE"),
                environment.clock(),
                variables.duration("COUNT_TIME"),
                variables.duration("RETENTION"),
                metrics);
    }

    private DynamoWebhooks webhooks(Environment variables) {
        return new DynamoWebhooks(dynamoDb, variables.text("WEBHOOKS_TABLE"));
    }

    private MessageDelays delays(Environment variables, String... queues) {
        return new GrowingDelays(sqs, Stream.of(queues).map(variables::text).toArray(String[]::new));
    }

    private DeadLetters deadLetters(Environment variables, String queue) {
        return new SqsDeadLetters(sqs, variables.text(queue));
    }
}
