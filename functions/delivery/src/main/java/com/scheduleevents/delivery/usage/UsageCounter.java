package com.scheduleevents.delivery.usage;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueBatchHandler;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.DayCounter.Counted;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageCount;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageMessage;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the usage of one account on one day for each message of the usage queue and overwrites the earlier count. A repeated
 * message, a crash or a late outcome therefore never counts anything twice. A count that takes longer than one invocation continues
 * with another message.
 */
public final class UsageCounter implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(UsageCounter.class);

    private final DayCounter counter;
    private final UsageRows rows;
    private final UsageWriter writer;
    private final MessageQueue<UsageMessage> queue;
    private final Clock clock;
    private final Duration retention;
    private final QueueBatchHandler records;

    public UsageCounter() {
        this(System.getenv());
    }

    public UsageCounter(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public UsageCounter(Wiring wiring) {
        DynamoUsage usage = wiring.usage();
        this(
                wiring.usageSource(),
                usage,
                usage,
                wiring.usageCounts(),
                wiring.deadLetters("USAGE_DEAD_LETTERS"),
                wiring.delays("USAGE_QUEUE"),
                wiring.clock(),
                wiring.environment().duration("COUNT_TIME"),
                wiring.retention(),
                wiring.metrics());
    }

    /**
     * @param source the events and deliveries to count
     * @param rows the earlier counts
     * @param writer stores the counts
     * @param queue holds the counts that are to continue
     * @param deadLetters stores messages that cannot be parsed
     * @param delays decides when messages that failed are delivered again
     * @param countTime how long one invocation counts
     * @param retention how long an event can be read
     * @param metrics flushed after each invocation
     */
    UsageCounter(
            UsageSource source,
            UsageRows rows,
            UsageRowWriter writer,
            MessageQueue<UsageMessage> queue,
            DeadLetterSink deadLetters,
            MessageDelays delays,
            Clock clock,
            Duration countTime,
            Duration retention,
            MetricRecorder metrics) {
        this.counter = new DayCounter(source);
        this.rows = rows;
        this.writer = new UsageWriter(writer);
        this.queue = queue;
        this.clock = clock;
        this.retention = retention;
        this.records = QueueBatchHandler.concurrently(
                record -> handle(record, clock.instant().plus(countTime)), deadLetters, delays, metrics);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        return records.handle(batch, context);
    }

    /** @param stop no query starts after this time */
    void handle(QueueRecord record, Instant stop) {
        UsageMessage message = MessageCodec.USAGE.read(record.body());
        // Truncated to milliseconds, the precision of the table.
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
        switch (counter.countOn(
                from,
                () -> !clock.instant().isBefore(stop),
                (webhook, figures) -> writer.write(from, webhook, figures))) {
            case Counted.Partly(UsageCount count) -> queue.send(List.of(new UsageMessage.Continue(count)));
            case Counted.Whole(UsageCount count) -> write(count);
        }
    }

    /** Every night requests the days that should be settled by then; a day that is settled already is not counted again. */
    private boolean isSettled(UsageMessage message) {
        UsageDay day = message.day();
        return Optional.ofNullable(rows.counted(message.account(), day, day).get(day))
                .filter(day::isSettledAt)
                .isPresent();
    }

    private void write(UsageCount count) {
        boolean written = writer.write(count);
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
}
