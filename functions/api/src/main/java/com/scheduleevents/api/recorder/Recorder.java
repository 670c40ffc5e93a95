package com.scheduleevents.api.recorder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.StrictJson;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.KeyReused;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Records the schedule changes that first-party producers put on the changes queue. Each message stands for itself: one
 * that can never be recorded goes to the dead-letter queue with the reason, one that met a passing fault comes again.
 */
public final class Recorder implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private static final String ACCOUNT = "account_id";
    private static final Set<String> FIELDS = Set.of(ACCOUNT, ChangeReader.KEY, ChangeReader.EVENT);

    private final ChangeReader reader = new ChangeReader(EventTypeRegistry.fromClassPath());
    private final Accounts accounts;
    private final Recording recording;
    private final DeadLetters deadLetters;
    private final Metrics metrics;

    /** As Lambda starts it. */
    public Recorder() {
        this(System.getenv());
    }

    /**
     * @param environment the variables that template.yaml sets
     */
    public Recorder(Map<String, String> environment) {
        this(new Environment(environment));
    }

    private Recorder(Environment environment) {
        this(environment, new AwsClients(environment));
    }

    private Recorder(Environment environment, AwsClients aws) {
        this(environment, aws, aws.dynamoDb(), EmbeddedMetrics.of(environment));
    }

    private Recorder(Environment environment, AwsClients aws, DynamoDbClient dynamoDb, Metrics metrics) {
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new Recording(
                        new DynamoEvents(dynamoDb, environment.text("EVENTS_TABLE")),
                        new DynamoIdempotency(dynamoDb, environment.text("IDEMPOTENCY_TABLE")),
                        Clock.systemUTC(),
                        RestoreSafeRandom.create(),
                        environment.duration("RETENTION")),
                new CountedDeadLetters(
                        new SqsDeadLetters(aws.sqs(), environment.text("CHANGES_DEAD_LETTERS")), metrics),
                metrics);
    }

    /**
     * @param deadLetters where messages go that can never be recorded
     * @param metrics counts what is recorded
     */
    public Recorder(Accounts accounts, Recording recording, DeadLetters deadLetters, Metrics metrics) {
        this.accounts = accounts;
        this.recording = recording;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        Optional.ofNullable(context).map(Context::getAwsRequestId).ifPresent(InvocationLogContext::begin);
        try {
            return handled(batch);
        } finally {
            metrics.flush();
        }
    }

    private SQSBatchResponse handled(SQSEvent batch) {
        List<BatchItemFailure> failures = new ArrayList<>();
        for (SQSMessage message : batch.getRecords()) {
            if (!handled(message)) {
                failures.add(new BatchItemFailure(message.getMessageId()));
            }
        }
        return new SQSBatchResponse(failures);
    }

    private boolean handled(SQSMessage message) {
        try {
            record(message);
            return true;
        } catch (RuntimeException e) {
            LOG.error("message_id={} failed and will come again: {}", message.getMessageId(), ExceptionSummary.of(e));
            return false;
        }
    }

    private void record(SQSMessage message) {
        try {
            JsonFields fields = JsonFields.of(StrictJson.object(message.getBody()), FIELDS);
            AccountId account = account(fields);
            Change change = reader.read(fields);
            Optional<String> refusal = refusal(account, change);
            if (refusal.isPresent()) {
                putAside(message, refusal.get());
                return;
            }
            IdempotencyKey key = change.key().orElseGet(() -> new IdempotencyKey(message.getMessageId()));
            switch (recording.attempt(account, change.draft(), Optional.of(key))) {
                case Recorded recorded -> {
                    if (!recorded.repeat()) {
                        metrics.add(Metric.EVENTS_RECORDED);
                    }
                    LOG.debug(
                            "message_id={} event_id={} repeat={}",
                            message.getMessageId(),
                            recorded.event().id().value(),
                            recorded.repeat());
                }
                case KeyReused reused -> throw reused.named(ChangeReader.KEY);
            }
        } catch (ApiException never) {
            putAside(message, reason(never.code(), never.param()));
        }
    }

    private void putAside(SQSMessage message, String reason) {
        deadLetters.put(message.getBody(), reason);
        LOG.error("message_id={} can never be recorded: {}", message.getMessageId(), reason);
    }

    private static AccountId account(JsonFields fields) {
        String text = fields.requireText(ACCOUNT, "an account's id");
        if (!Identifiers.isValid(AccountId.PREFIX, text)) {
            throw JsonFields.invalid(ACCOUNT, "an account's id, which begins with acc_", "something else");
        }
        return new AccountId(text);
    }

    /**
     * Why nothing of the clinic is recorded; empty when it is the account's. A suspended account's events are recorded: what
     * happens at a clinic happens, whoever is told of it when.
     */
    private Optional<String> refusal(AccountId account, Change change) {
        if (accounts.hasClinic(account, change.draft().clinic())) {
            return Optional.empty();
        }
        return Optional.of(
                switch (accounts.state(account).orElse(null)) {
                    case null -> reason(ErrorCode.NOT_FOUND, ACCOUNT);
                    case CLOSED -> "account_closed: " + ACCOUNT;
                    case ACTIVE, SUSPENDED -> reason(ErrorCode.CLINIC_NOT_ALLOWED, "clinic_id");
                });
    }

    /** An error's code and field; its message might quote the event, and reasons are read in more places than events. */
    private static String reason(ErrorCode code, @Nullable String param) {
        return code.wireName() + (param == null ? "" : ": " + Sanitized.bare(param));
    }
}
