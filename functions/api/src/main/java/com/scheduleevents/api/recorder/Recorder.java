package com.scheduleevents.api.recorder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.StrictJson;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.records.QueueRecords;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Records the schedule changes that first-party producers put on the changes queue. A message that can never be recorded goes to the
 * dead-letter queue with the reason; one that failed for another cause is delivered again.
 */
public final class Recorder implements RequestHandler<SQSEvent, SQSBatchResponse>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private static final String ACCOUNT = "account_id";
    private static final Set<String> FIELDS = Set.of(ACCOUNT, ChangeReader.KEY, ChangeReader.EVENT);

    private final ChangeReader reader = new ChangeReader(EventTypeRegistry.fromClassPath());
    private final Accounts accounts;
    private final Recording recording;
    private final Metrics metrics;
    private final QueueRecords records;

    /** Used by Lambda. */
    public Recorder() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public Recorder(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        DynamoDbClient dynamoDb = aws.dynamoDb();
        SqsClient sqs = aws.sqs();
        Metrics metrics = EmbeddedMetrics.of(environment);
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new Recording(
                        new DynamoEvents(dynamoDb, environment.text("EVENTS_TABLE")),
                        new DynamoIdempotency(dynamoDb, environment.text("IDEMPOTENCY_TABLE")),
                        Clock.systemUTC(),
                        RestoreSafeRandom.create(),
                        environment.duration("RETENTION")),
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("CHANGES_DEAD_LETTERS")), metrics),
                new GrowingDelays(sqs, environment.text("CHANGES_QUEUE")),
                metrics);
    }

    /**
     * @param deadLetters stores messages that can never be recorded
     * @param delays decides when messages that failed are delivered again
     * @param metrics counts the recorded events
     */
    public Recorder(
            Accounts accounts, Recording recording, DeadLetters deadLetters, MessageDelays delays, Metrics metrics) {
        this.accounts = accounts;
        this.recording = recording;
        this.metrics = metrics;
        // In order, so that the changes of a batch are recorded in the order in which the queue delivers them.
        this.records = QueueRecords.inOrder(this::record, deadLetters, delays, metrics);
    }

    /** A whole message would be rejected, because its account does not exist. */
    @Override
    public void prime(Map<String, String> variables) {
        Recorder primed = new Recorder(variables);
        SQSEvent noMessages = new SQSEvent();
        noMessages.setRecords(List.of());
        primed.handleRequest(noMessages, null);
        Change change = primed.reader.read(
                JsonFields.of(StrictJson.object("{\"event\":" + PrimingRequests.EVENT + "}"), FIELDS));
        primed.accounts.hasClinic(PrimingRequests.ACCOUNT, change.draft().clinic());
        primed.recording.attempt(PrimingRequests.ACCOUNT, change.draft(), Optional.of(new IdempotencyKey("priming")));
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        return records.handle(batch, context);
    }

    private void record(QueueRecord message) {
        try {
            JsonFields fields = JsonFields.of(StrictJson.object(message.body()), FIELDS);
            AccountId account = fields.require(ACCOUNT, "an account ID, which begins with acc_", Recorder::account);
            Change change = reader.read(fields);
            requireClinic(account, change);
            IdempotencyKey key = change.key().orElseGet(() -> new IdempotencyKey(message.id()));
            switch (recording.attempt(account, change.draft(), Optional.of(key))) {
                case Recorded recorded -> {
                    if (!recorded.repeat()) {
                        metrics.add(Metric.EVENTS_RECORDED);
                    }
                    LOG.debug(
                            "message_id={} event_id={} repeat={}",
                            message.id(),
                            recorded.event().id().value(),
                            recorded.repeat());
                }
                case KeyReused reused -> throw reused.named(ChangeReader.KEY);
            }
        } catch (ApiException e) {
            throw rejected(e.code(), e.param());
        }
    }

    private static Optional<AccountId> account(String text) {
        return Identifiers.isValid(AccountId.PREFIX, text) ? Optional.of(new AccountId(text)) : Optional.empty();
    }

    /** The events of a suspended account are recorded all the same: they happened, whether or not they can be delivered now. */
    private void requireClinic(AccountId account, Change change) {
        if (accounts.hasClinic(account, change.draft().clinic())) {
            return;
        }
        throw switch (accounts.state(account).orElse(null)) {
            case null -> rejected(ErrorCode.NOT_FOUND, ACCOUNT);
            case CLOSED -> new UnprocessableRecord("account_closed: " + ACCOUNT);
            case ACTIVE, SUSPENDED -> rejected(ErrorCode.CLINIC_NOT_ALLOWED, "clinic_id");
        };
    }

    /** The reason is the code and field of the error, because the error's message may quote the event. */
    private static UnprocessableRecord rejected(ErrorCode code, @Nullable String param) {
        return new UnprocessableRecord(code.wireName() + (param == null ? "" : ": " + Sanitized.bare(param)));
    }
}
