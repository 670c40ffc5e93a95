package com.scheduleevents.delivery.usage;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsUsageQueue;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.delivery.records.QueueRecords;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.DayCounter.Counted;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageCount;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.usage.UsageQueue;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.usage.UsageWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts one account's day for each message of the usage queue, and writes it in the place of what was counted before: so a
 * repeat, a crash or an outcome that comes late changes nothing but what it should. A count that needs more time than one
 * invocation has hands itself on.
 */
public final class UsageCounter implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(UsageCounter.class);

    private final DayCounter counter;
    private final UsageRows rows;
    private final UsageWriter book;
    private final UsageQueue queue;
    private final DeadLetters deadLetters;
    private final Clock clock;
    private final Duration countTime;
    private final Duration retention;
    private final Metrics metrics;

    /** As Lambda starts it. */
    public UsageCounter() {
        this(System.getenv());
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public UsageCounter(Map<String, String> variables) {
        this(new Environment(variables));
    }

    private UsageCounter(Environment environment) {
        this(environment, new AwsClients(environment));
    }

    private UsageCounter(Environment environment, AwsClients aws) {
        this(
                environment,
                aws,
                new DynamoUsage(aws.dynamoDb(), environment.text("USAGE_TABLE")),
                EmbeddedMetrics.of(environment));
    }

    private UsageCounter(Environment environment, AwsClients aws, DynamoUsage usage, Metrics metrics) {
        this(
                new DynamoUsageSource(
                        aws.dynamoDb(),
                        environment.text("EVENTS_TABLE"),
                        environment.text("DELIVERIES_TABLE"),
                        environment.text("WEBHOOKS_TABLE")),
                usage,
                usage,
                new SqsUsageQueue(aws.sqs(), environment.text("USAGE_QUEUE")),
                new CountedDeadLetters(new SqsDeadLetters(aws.sqs(), environment.text("USAGE_DEAD_LETTERS")), metrics),
                Clock.systemUTC(),
                environment.duration("COUNT_TIME"),
                environment.duration("RETENTION"),
                metrics);
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param recorded what there is to count
     * @param rows what was counted before
     * @param writer where it is written
     * @param queue where counts wait that are not at their end
     * @param deadLetters for what can never be counted
     * @param clock the time
     * @param countTime how long one invocation counts
     * @param retention how long an event can be read
     * @param metrics handed on at the end of each invocation
     */
    public UsageCounter(
            UsageSource recorded,
            UsageRows rows,
            UsageRowWriter writer,
            UsageQueue queue,
            DeadLetters deadLetters,
            Clock clock,
            Duration countTime,
            Duration retention,
            Metrics metrics) {
        this.counter = new DayCounter(recorded);
        this.rows = rows;
        this.book = new UsageWriter(writer);
        this.queue = queue;
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.countTime = countTime;
        this.retention = retention;
        this.metrics = metrics;
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
        InvocationLogContext.begin(context.getAwsRequestId());
        Instant stop = clock.instant().plus(countTime);
        try {
            return new QueueRecords(record -> handle(record.body(), stop), deadLetters).handle(batch);
        } finally {
            metrics.flush();
        }
    }

    /**
     * Takes a message as far as it goes now.
     *
     * @param stop from then on no further query is made
     * @throws RuntimeException when the message has to come again
     */
    void handle(String body, Instant stop) {
        read(body).ifPresent(message -> handle(message, stop));
    }

    private void handle(UsageMessage message, Instant stop) {
        // To the millisecond, as the table keeps it.
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (!message.day().isReadable(now, retention)) {
            LOG.error(
                    "{} of {} was not counted: its events can no longer be read",
                    message.day().text(),
                    message.account().value());
            return;
        }
        if (isSettled(message)) {
            return;
        }
        UsageCount from =
                switch (message) {
                    case UsageMessage.Begin begin -> UsageCount.of(begin.account(), begin.day(), now);
                    case UsageMessage.Continue(UsageCount count) -> count;
                };
        switch (counter.countOn(from, () -> !clock.instant().isBefore(stop))) {
            case Counted.Partly(UsageCount count) -> queue.send(List.of(new UsageMessage.Continue(count)));
            case Counted.Whole(UsageCount count) -> write(count);
        }
    }

    /** Every night asks for the days that should be settled; those that are, are left as they are. */
    private boolean isSettled(UsageMessage message) {
        UsageDay day = message.day();
        return Optional.ofNullable(rows.counted(message.account(), day, day).get(day))
                .filter(day::isSettledAt)
                .isPresent();
    }

    private void write(UsageCount count) {
        boolean written = book.write(count);
        Usage total = count.found().values().stream().reduce(Usage.NOTHING, Usage::plus);
        LOG.info(
                "counted {} of {}: written={} clinics={} events={} succeeded={} failed={} attempts={}",
                count.day().text(),
                count.account().value(),
                written,
                count.found().size(),
                total.events(),
                total.succeeded(),
                total.failed(),
                total.attempts());
    }

    private Optional<UsageMessage> read(String body) {
        try {
            return Optional.of(MessageCodec.USAGE.read(body));
        } catch (MalformedMessage e) {
            String reason = e.reason();
            deadLetters.put(body, reason);
            LOG.error("a message of the usage queue went to the dead letters: {}", reason);
            return Optional.empty();
        }
    }
}
