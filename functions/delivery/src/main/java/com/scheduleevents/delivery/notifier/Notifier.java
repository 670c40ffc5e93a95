package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.accounts.ApiKeyChange;
import com.scheduleevents.aws.records.StreamBatchHandler;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.webhooks.WebhookChange;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.OperationalFanOut;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows the rows of webhooks and API keys: records what was changed, and by whom, in the audit log of the account, and queues every
 * e-mail and operational event that is due, as soon as a row says so. The queues take it from there, so that a failure of SES or of a
 * receiver does not block the stream.
 */
public final class Notifier implements RequestStreamHandler, SnapStartPriming {

    private final AuditLog auditLog;
    private final WebhookStore webhooks;
    private final MessageQueue<DeliveryMessage> retries;
    private final MessageQueue<Notice> mails;
    private final Clock clock;
    private final StreamBatchHandler records;

    public Notifier() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public Notifier(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public Notifier(Wiring wiring) {
        this(
                wiring.auditLog(),
                wiring.webhooks(),
                wiring.retries(),
                wiring.mails(),
                wiring.deadLetters("NOTIFIER_DEAD_LETTERS"),
                wiring.clock(),
                wiring.metrics());
    }

    /**
     * @param auditLog gets the changes of webhooks and API keys
     * @param webhooks finds the webhooks that get operational events
     * @param retries the queue of those events
     * @param deadLetters stores records that cannot be read
     * @param metrics flushed after each invocation
     */
    Notifier(
            AuditLog auditLog,
            WebhookStore webhooks,
            MessageQueue<DeliveryMessage> retries,
            MessageQueue<Notice> mails,
            DeadLetterSink deadLetters,
            Clock clock,
            MetricRecorder metrics) {
        this.auditLog = auditLog;
        this.webhooks = webhooks;
        this.retries = retries;
        this.mails = mails;
        this.clock = clock;
        this.records = new StreamBatchHandler(deadLetters, metrics);
    }

    @Override
    public void prime(Map<String, String> variables) {
        Notifier primed = new Notifier(variables);
        WebhookChange.of(PrimingRecords.recorded());
        primed.webhooks.candidates(PrimingRecords.notice().account());
        primed.retries.send(List.of(PrimingRecords.delivery()));
        primed.mails.send(PrimingRecords.notice());
    }

    @Override
    public void handleRequest(InputStream event, OutputStream response, @Nullable Context context) throws IOException {
        records.handle(event, response, context, batch -> {
            OperationalFanOut operational = new OperationalFanOut(webhooks, retries, clock);
            return records.firstFailure(batch, record -> handle(record, operational));
        });
    }

    /** The e-mail comes last: as long as it is due, the daily sweep queues what should have come before it, too. */
    private void handle(StreamRecord record, OperationalFanOut operational) {
        if (ApiKeyChange.isOne(record)) {
            ApiKeyChange change = ApiKeyChange.of(record);
            change.entry().ifPresent(auditLog::put);
            change.notice().ifPresent(mails::send);
            return;
        }
        WebhookChange change = WebhookChange.of(record);
        change.entry().ifPresent(auditLog::put);
        operational.send(change.reports());
        change.newlyDue().forEach(mails::send);
        if (!change.faults().isEmpty()) {
            throw new UnprocessableRecord(String.join("; ", change.faults()));
        }
    }
}
