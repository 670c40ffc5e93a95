package com.scheduleevents.simulation.deployment;

import com.scheduleevents.api.account.AccountApi;
import com.scheduleevents.api.authorizer.Authorizer;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.console.ConsolePages;
import com.scheduleevents.api.events.EventsApi;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.keys.ApiKeysApi;
import com.scheduleevents.api.queue.QueueApi;
import com.scheduleevents.api.queue.QueueDependencies;
import com.scheduleevents.api.recorder.Recorder;
import com.scheduleevents.api.usage.UsageApi;
import com.scheduleevents.api.webhooks.WebhooksApi;
import com.scheduleevents.api.webhooks.WebhooksDependencies;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoCapturedResponses;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoDismissals;
import com.scheduleevents.aws.deliveries.DynamoPullQueue;
import com.scheduleevents.aws.events.DynamoBatches;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.queues.SqsMailQueue;
import com.scheduleevents.aws.queues.SqsReplayQueue;
import com.scheduleevents.aws.rates.DynamoSharedTokens;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.aws.replays.DynamoReplays;
import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.aws.secrets.DataKeyMaker;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.aws.webhooks.DynamoIdempotentChanges;
import com.scheduleevents.aws.webhooks.DynamoMailAddresses;
import com.scheduleevents.aws.webhooks.DynamoPingLimit;
import com.scheduleevents.aws.webhooks.DynamoRegistrations;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.pull.PullWatch;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.UsageReader;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.ExecutionEnvironment;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The handlers of functions/api, wired as their own constructors wire them on AWS. */
final class ApiFunctions {

    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;
    private final SimulatedWorld world;
    private final Metrics metrics;

    ApiFunctions(SimulatedWorld world, Metrics metrics) {
        this.world = world;
        this.dynamoDb = world.dynamoDb();
        this.sqs = world.sqs();
        this.metrics = metrics;
    }

    Object handler(String handler, Environment variables, ExecutionEnvironment environment) {
        return switch (handler.substring(handler.lastIndexOf('.') + 1)) {
            case "Authorizer" -> authorizer(variables, environment);
            case "EventsApi" -> events(variables, environment);
            case "WebhooksApi" -> new WebhooksApi(webhooks(variables, environment));
            case "AccountApi" ->
                new AccountApi(
                        accounts(variables),
                        new DynamoAuditLog(dynamoDb, variables.text("AUDIT_LOG_TABLE")),
                        cors(variables),
                        authentication(variables, environment),
                        tokens(variables),
                        environment.clock(),
                        metrics);
            case "ApiKeysApi" ->
                new ApiKeysApi(
                        accounts(variables),
                        new DynamoApiKeys(dynamoDb, variables.text("ACCOUNTS_TABLE")),
                        new DynamoWebhooks(dynamoDb, variables.text("WEBHOOKS_TABLE")),
                        new DynamoRequestKeys(dynamoDb, variables.text("IDEMPOTENCY_TABLE")),
                        cors(variables),
                        authentication(variables, environment),
                        tokens(variables),
                        environment.clock(),
                        environment.random(),
                        metrics,
                        variables.optionalText("API_URL"));
            case "ConsolePages" ->
                new ConsolePages(addresses(variables), tokens(variables), environment.clock(), metrics);
            case "QueueApi" -> new QueueApi(queue(variables, environment));
            case "UsageApi" -> usage(variables, environment);
            case "Recorder" -> recorder(variables, environment);
            default -> throw new IllegalArgumentException("the simulation does not know the handler " + handler);
        };
    }

    private Authorizer authorizer(Environment variables, ExecutionEnvironment environment) {
        return new Authorizer(authentication(variables, environment), accounts(variables), environment.clock());
    }

    private EventsApi events(Environment variables, ExecutionEnvironment environment) {
        String events = variables.text("EVENTS_TABLE");
        String idempotency = variables.text("IDEMPOTENCY_TABLE");
        return new EventsApi(
                accounts(variables),
                new DynamoEvents(dynamoDb, events),
                new DynamoIdempotency(dynamoDb, idempotency),
                new DynamoBatches(dynamoDb, events, idempotency),
                environment.clock(),
                environment.random(),
                variables.duration("RETENTION"),
                cors(variables),
                authentication(variables, environment),
                tokens(variables),
                metrics);
    }

    private WebhooksDependencies webhooks(Environment variables, ExecutionEnvironment environment) {
        DynamoDeliveryLog log = new DynamoDeliveryLog(dynamoDb, variables.text("DELIVERIES_TABLE"));
        String webhooks = variables.text("WEBHOOKS_TABLE");
        String idempotency = variables.text("IDEMPOTENCY_TABLE");
        return new WebhooksDependencies(
                accounts(variables),
                counted(new DynamoWebhooks(dynamoDb, webhooks)),
                new DynamoRegistrations(dynamoDb, webhooks, idempotency, variables.text("ACCOUNTS_TABLE")),
                new CountedChanges(
                        new DynamoIdempotentChanges(dynamoDb, webhooks, idempotency),
                        world.faults().counts()),
                new DynamoRequestKeys(dynamoDb, idempotency),
                new KmsSecretVault(
                        new DataKeyMaker(
                                dynamoDb,
                                variables.text("DATA_KEYS_TABLE"),
                                world.kms(),
                                variables.text("SECRETS_KEY"),
                                environment.clock()),
                        environment.random()),
                log,
                new DynamoCapturedResponses(dynamoDb, variables.text("RESPONSES_TABLE")),
                new DynamoDismissals(dynamoDb, log, variables.text("AUDIT_LOG_TABLE")),
                new DynamoBacklog(dynamoDb, variables.text("BACKLOG_TABLE")),
                new DynamoEvents(dynamoDb, variables.text("EVENTS_TABLE")),
                new SqsDeliveryQueue(sqs, variables.text("RETRY_QUEUE")),
                new DynamoPingLimit(dynamoDb, idempotency),
                log,
                new DynamoReplays(dynamoDb, variables.text("REPLAYS_TABLE"), variables.text("AUDIT_LOG_TABLE")),
                new SqsReplayQueue(sqs, variables.text("REPLAY_QUEUE")),
                addresses(variables),
                new SqsMailQueue(sqs, variables.text("MAIL_QUEUE")),
                new ConfirmationTimes(variables.duration("RETRY_WINDOW")),
                variables.duration("RETENTION"),
                Integer.parseInt(variables.text("WEBHOOKS_PER_ACCOUNT")),
                ExtraNetworks.parse(variables.possiblyEmpty("EXTRA_RECEIVER_NETWORKS")),
                cors(variables),
                authentication(variables, environment),
                tokens(variables),
                environment.clock(),
                environment.random(),
                metrics);
    }

    private QueueDependencies queue(Environment variables, ExecutionEnvironment environment) {
        DynamoDeliveryLog log = new DynamoDeliveryLog(dynamoDb, variables.text("DELIVERIES_TABLE"));
        return new QueueDependencies(
                accounts(variables),
                counted(new DynamoWebhooks(dynamoDb, variables.text("WEBHOOKS_TABLE"))),
                new DynamoPullQueue(dynamoDb, variables.text("BACKLOG_TABLE")),
                log,
                log,
                new KmsSecretVault(
                        new StoredDataKeys(
                                dynamoDb,
                                variables.text("DATA_KEYS_TABLE"),
                                world.kms(),
                                variables.text("SECRETS_KEY")),
                        environment.random()),
                new PullWatch(variables.duration("RETRY_WINDOW")),
                variables.duration("RETENTION"),
                cors(variables),
                authentication(variables, environment),
                tokens(variables),
                environment.clock(),
                environment::sleep,
                environment.random(),
                metrics);
    }

    private UsageApi usage(Environment variables, ExecutionEnvironment environment) {
        return new UsageApi(
                accounts(variables),
                new UsageReader(
                        new DynamoUsage(dynamoDb, variables.text("USAGE_TABLE")),
                        new DayCounter(new DynamoUsageSource(
                                dynamoDb,
                                variables.text("EVENTS_TABLE"),
                                variables.text("DELIVERIES_TABLE"),
                                variables.text("WEBHOOKS_TABLE")))),
                environment.clock(),
                cors(variables),
                authentication(variables, environment),
                tokens(variables),
                metrics);
    }

    private Recorder recorder(Environment variables, ExecutionEnvironment environment) {
        String events = variables.text("EVENTS_TABLE");
        String idempotency = variables.text("IDEMPOTENCY_TABLE");
        Duration retention = variables.duration("RETENTION");
        Recording recording = new Recording(
                new DynamoEvents(dynamoDb, events),
                new DynamoIdempotency(dynamoDb, idempotency),
                environment.clock(),
                environment.random(),
                retention);
        return new Recorder(
                accounts(variables),
                recording,
                new BatchRecording(
                        new DynamoBatches(dynamoDb, events, idempotency),
                        recording,
                        environment.clock(),
                        environment.random(),
                        retention),
                new SqsDeadLetters(sqs, variables.text("CHANGES_DEAD_LETTERS")),
                new GrowingDelays(sqs, variables.text("CHANGES_QUEUE")),
                metrics);
    }

    private KeyAuthentication authentication(Environment variables, ExecutionEnvironment environment) {
        Rate rate = new Rate(Integer.parseInt(variables.text("REQUESTS_PER_SECOND")));
        return new KeyAuthentication(accounts(variables), environment.clock(), rate);
    }

    private CountedWebhooks counted(WebhookStore webhooks) {
        return new CountedWebhooks(webhooks, world.faults().counts());
    }

    private DynamoAccounts accounts(Environment variables) {
        return new DynamoAccounts(dynamoDb, variables.text("ACCOUNTS_TABLE"));
    }

    private DynamoMailAddresses addresses(Environment variables) {
        return new DynamoMailAddresses(
                dynamoDb, variables.text("MAIL_ADDRESSES_TABLE"), variables.text("AUDIT_LOG_TABLE"));
    }

    private DynamoSharedTokens tokens(Environment variables) {
        return new DynamoSharedTokens(dynamoDb, variables.text("REQUEST_RATES_TABLE"));
    }

    private static Cors cors(Environment variables) {
        return Cors.of(variables.possiblyEmpty("CORS_ORIGINS"));
    }
}
