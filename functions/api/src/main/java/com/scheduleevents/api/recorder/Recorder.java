package com.scheduleevents.api.recorder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueBatchHandler;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Failed;
import com.scheduleevents.domain.event.Recording.KeyReused;
import com.scheduleevents.domain.event.Recording.NothingToCorrect;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the schedule changes that first-party producers put on the changes queue. A message that can never be recorded goes to the
 * dead-letter queue with the reason; one that failed for another cause is delivered again.
 */
public final class Recorder implements RequestHandler<SQSEvent, SQSBatchResponse>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private final ChangeReader reader = new ChangeReader(EventTypeRegistry.fromClassPath());
    private final Accounts accounts;
    private final Recording recording;
    private final BatchedChanges together;
    private final MetricRecorder metrics;
    private final QueueBatchHandler records;

    public Recorder() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public Recorder(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public Recorder(Wiring wiring) {
        Recording recording = wiring.recording();
        this(
                wiring.clockCheckedAccounts(),
                recording,
                wiring.batchRecording(recording),
                wiring.deadLetters("CHANGES_DEAD_LETTERS"),
                wiring.delays("CHANGES_QUEUE"),
                wiring.metrics());
    }

    /**
     * @param recording records the only change of an account in a batch
     * @param batches records several
     * @param deadLetters stores messages that can never be recorded
     * @param delays decides when messages that failed are delivered again
     * @param metrics counts the recorded events
     */
    Recorder(
            Accounts accounts,
            Recording recording,
            BatchRecording batches,
            DeadLetterSink deadLetters,
            MessageDelays delays,
            MetricRecorder metrics) {
        this.accounts = accounts;
        this.recording = recording;
        this.together = new BatchedChanges(accounts, batches);
        this.metrics = metrics;
        this.records = QueueBatchHandler.together(this::recordTogether, deadLetters, delays, metrics);
    }

    /** A whole message would be rejected, because its account does not exist. */
    @Override
    public void prime(Map<String, String> variables) {
        Recorder primed = new Recorder(variables);
        SQSEvent noMessages = new SQSEvent();
        noMessages.setRecords(List.of());
        primed.handleRequest(noMessages, null);
        String body = "{\"" + QueuedChange.ACCOUNT + "\":\"" + PrimingRequests.ACCOUNT.value() + "\",\""
                + ChangeReader.EVENT + "\":" + PrimingRequests.EVENT + "}";
        QueuedChange change =
                QueuedChange.read(new QueueRecord("priming", "", body, false, () -> Duration.ZERO), primed.reader);
        primed.accounts.hasClinic(change.account(), change.clinic());
        primed.attempt(change);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        return records.handle(batch, context);
    }

    /** Records what can be recorded together, and returns what handles each message: it has its outcome then, or is recorded alone. */
    private Consumer<QueueRecord> recordTogether(List<QueueRecord> batch) {
        Map<String, QueuedChange> changes = new LinkedHashMap<>();
        batch.forEach(message -> readable(message).ifPresent(change -> changes.put(message.id(), change)));
        Map<String, Outcome> outcomes = together.record(List.copyOf(changes.values()));
        return message -> conclude(
                message,
                Optional.ofNullable(changes.get(message.id())),
                Optional.ofNullable(outcomes.get(message.id())));
    }

    /** Empty when the message cannot be read; whoever handles it finds out why. */
    private Optional<QueuedChange> readable(QueueRecord message) {
        try {
            return Optional.of(QueuedChange.read(message, reader));
        } catch (RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private void conclude(QueueRecord message, Optional<QueuedChange> change, Optional<Outcome> known) {
        try {
            switch (known.orElseGet(() -> recordAlone(change.orElseGet(() -> QueuedChange.read(message, reader))))) {
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
                case NothingToCorrect nothing -> throw nothing.error();
                case Failed(RuntimeException cause) -> throw cause;
            }
        } catch (ApiException e) {
            throw rejected(e.code(), e.param());
        }
    }

    private Outcome recordAlone(QueuedChange change) {
        requireClinic(change);
        return attempt(change);
    }

    private Outcome attempt(QueuedChange queued) {
        return recording.attempt(
                queued.account(), queued.change().draft(), queued.change().key());
    }

    /** The events of a suspended account are recorded all the same: they happened, whether or not they can be delivered now. */
    private void requireClinic(QueuedChange change) {
        if (accounts.hasClinic(change.account(), change.clinic())) {
            return;
        }
        throw switch (accounts.state(change.account()).orElse(null)) {
            case null -> rejected(ErrorCode.NOT_FOUND, QueuedChange.ACCOUNT);
            case CLOSED -> new UnprocessableRecord("account_closed: " + QueuedChange.ACCOUNT);
            case ACTIVE, SUSPENDED -> rejected(ErrorCode.CLINIC_NOT_ALLOWED, "clinic_id");
        };
    }

    /** The reason is the code and field of the error, because the error's message may quote the event. */
    private static UnprocessableRecord rejected(ErrorCode code, @Nullable String param) {
        return new UnprocessableRecord(code.wireName() + (param == null ? "" : ": " + Sanitized.bare(param)));
    }
}
