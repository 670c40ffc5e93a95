package com.scheduleevents.delivery.fanout;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.delivery.records.PrimingRecords;
import com.scheduleevents.delivery.records.StreamRecords;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Puts every recorded event in front of the webhooks that match it. */
public final class FanOut implements RequestStreamHandler, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(FanOut.class);

    private final WebhookStore webhooks;
    private final DeliveryQueue deliveries;
    private final DeliveryQueue retries;
    private final DeadLetters deadLetters;
    private final Clock clock;
    private final Metrics metrics;

    /** As Lambda starts it. */
    public FanOut() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public FanOut(Map<String, String> variables) {
        this(new Environment(variables));
    }

    private FanOut(Environment environment) {
        AwsClients aws = new AwsClients(environment);
        this(environment, aws, aws.sqs(), EmbeddedMetrics.of(environment));
    }

    private FanOut(Environment environment, AwsClients aws, SqsClient sqs, Metrics metrics) {
        this(
                new DynamoWebhooks(aws.dynamoDb(), environment.text("WEBHOOKS_TABLE")),
                new SqsDeliveryQueue(sqs, environment.text("DELIVERIES_QUEUE")),
                new SqsDeliveryQueue(sqs, environment.text("RETRY_QUEUE")),
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("FAN_OUT_DEAD_LETTERS")), metrics),
                Clock.systemUTC(),
                metrics);
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param deliveries the lane of the first attempts
     * @param retries the lane of the later attempts, and of the webhooks that may cost time
     * @param deadLetters for records that are no events, and for those that did not get to a webhook whose row cannot be read
     * @param metrics counts what is sent
     */
    public FanOut(
            WebhookStore webhooks,
            DeliveryQueue deliveries,
            DeliveryQueue retries,
            DeadLetters deadLetters,
            Clock clock,
            Metrics metrics) {
        this.webhooks = webhooks;
        this.deliveries = deliveries;
        this.retries = retries;
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public void prime(Map<String, String> variables) {
        FanOut other = new FanOut(variables);
        MessageBatcher outbox = new MessageBatcher(other.deliveries, other.retries, other.metrics);
        other.match(PrimingRecords.recorded(), new WebhookMatcher(other.webhooks, other.clock), outbox);
        outbox.send();
        other.deliveries.send(List.of(PrimingRecords.delivery()));
    }

    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) throws IOException {
        InvocationLogContext.begin(context.getAwsRequestId());
        try {
            StreamRecords.answer(answer, firstOpen(StreamRecords.read(event)));
        } finally {
            metrics.flush();
        }
    }

    /** Handles the records; gives the first that is not done with. */
    private Optional<StreamRecord> firstOpen(List<StreamRecord> records) {
        WebhookMatcher matches = new WebhookMatcher(webhooks, clock);
        MessageBatcher outbox = new MessageBatcher(deliveries, retries, metrics);
        Optional<StreamRecord> unmatched =
                StreamRecords.firstFailing(records, record -> match(record, matches, outbox));
        // What comes before the record that failed is sent, so that a repeat of the rest does not repeat it too.
        Optional<StreamRecord> unsent = outbox.send();
        return unsent.or(() -> unmatched);
    }

    private void match(StreamRecord record, WebhookMatcher matches, MessageBatcher outbox) {
        try {
            RecordedEvent recorded = RecordedEvent.of(record);
            outbox.add(record, matches.of(recorded));
            List<WebhookCandidates.Unreadable> unreadable = matches.unreadableFor(recorded);
            if (!unreadable.isEmpty()) {
                setAside(record, "the event did not go to " + named(unreadable));
            }
        } catch (RecordedEvent.Malformed e) {
            setAside(record, "it is no event: " + e.reason());
        }
    }

    private static String named(List<WebhookCandidates.Unreadable> unreadable) {
        return unreadable.stream()
                .map(webhook -> webhook.id().value() + ", for " + webhook.reason())
                .collect(Collectors.joining("; "));
    }

    private void setAside(StreamRecord record, String reason) {
        deadLetters.put(record.whole(), reason);
        LOG.error("stream record {} went to the dead letters: {}", record.sequenceNumber(), reason);
    }
}
