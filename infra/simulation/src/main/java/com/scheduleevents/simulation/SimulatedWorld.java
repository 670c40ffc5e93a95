package com.scheduleevents.simulation;

import com.scheduleevents.aws.wiring.WorkLimits;
import com.scheduleevents.cloud.dynamodb.SimulatedDynamoDb;
import com.scheduleevents.cloud.faults.FaultFilter;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.kms.SimulatedKms;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.sqs.SimulatedSqs;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.simulation.lambda.QueueEventSource;
import com.scheduleevents.simulation.lambda.ScheduledRule;
import com.scheduleevents.simulation.lambda.SimulatedLambda;
import com.scheduleevents.simulation.lambda.StreamEventSource;
import com.scheduleevents.simulation.ses.SimulatedSes;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A world of one seed: everything in it happens the same way whenever it is run. */
public final class SimulatedWorld {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final int MAILS_PER_SECOND = 14;

    private final RandomStreams streams;
    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final WorldTrace trace;
    private final SimulatedDynamoDb dynamoDb;
    private final SimulatedSqs sqs;
    private final SimulatedKms kms;
    private final SimulatedSes ses;
    private final SimulatedLambda lambda;
    private final WorkLimits workLimits;

    private SimulatedWorld(Builder builder) {
        this.streams = new RandomStreams(builder.seed);
        this.scheduler = new Scheduler(START, streams.stream("tasks"));
        this.faults = new FaultInjector(scheduler, streams, builder.level, builder.filter);
        this.trace = builder.lines == null ? WorldTrace.off(scheduler) : WorldTrace.to(scheduler, builder.lines);
        this.dynamoDb = new SimulatedDynamoDb(scheduler, streams, faults, trace);
        this.sqs = new SimulatedSqs(scheduler, streams, faults, trace);
        this.kms = new SimulatedKms(scheduler, streams, faults, trace);
        this.ses = new SimulatedSes(scheduler, streams, faults, trace, MAILS_PER_SECOND);
        this.lambda = new SimulatedLambda(scheduler, streams, faults, trace);
        this.workLimits = builder.workLimits;
    }

    /** A world of a seed, in which nothing goes wrong unless the builder is told more. */
    public static Builder of(long seed) {
        return new Builder(seed);
    }

    /** Time, and the tasks in it. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** The random numbers of the seed, for what else draws from it. */
    public RandomStreams streams() {
        return streams;
    }

    /** What goes wrong. */
    public FaultInjector faults() {
        return faults;
    }

    /** What is told of it all. */
    public WorldTrace trace() {
        return trace;
    }

    /** Its tables. */
    public SimulatedDynamoDb dynamoDb() {
        return dynamoDb;
    }

    /** Its queues. */
    public SimulatedSqs sqs() {
        return sqs;
    }

    /** Its keys. */
    public SimulatedKms kms() {
        return kms;
    }

    /** Its e-mail. */
    public SimulatedSes ses() {
        return ses;
    }

    /** Its functions. */
    public SimulatedLambda lambda() {
        return lambda;
    }

    /** How much its functions do at once. */
    public WorkLimits workLimits() {
        return workLimits;
    }

    /**
     * Hands the messages of a queue to a function from now on.
     *
     * @param visibility the queue's visibility timeout
     */
    public void poll(SourceSpec.Queue source, Duration visibility, String function) {
        new QueueEventSource(source, visibility, scheduler, sqs, lambda.function(function)).start();
    }

    /** Invokes a function with the changes of a table from now on. */
    public StreamEventSource follow(SourceSpec.Stream spec, String function) {
        String table = spec.table();
        String deadLetters = spec.onFailure().map(SimulatedSqs::name).orElseThrow();
        StreamEventSource source = new StreamEventSource(
                spec,
                scheduler,
                faults,
                streams.stream("stream of " + table + " to " + function),
                dynamoDb.stream(table),
                lambda.function(function),
                message -> sqs.put(deadLetters, message));
        source.start();
        return source;
    }

    /**
     * Invokes a function at its times from now on.
     *
     * @param hasWork whether it would find anything to do; when it would not, the invocation is left out
     */
    public void schedule(
            String rule, UnaryOperator<Instant> times, String function, int maximumRetries, BooleanSupplier hasWork) {
        new ScheduledRule(rule, times, scheduler, faults, lambda, function, maximumRetries, hasWork).start();
    }

    /** Says what kind of world is wanted. */
    public static final class Builder {

        private final long seed;
        private FaultLevel level = FaultLevel.CALM;
        private FaultFilter filter = FaultFilter.ALL;
        private WorkLimits workLimits = WorkLimits.STANDARD;
        private @Nullable Consumer<String> lines;

        private Builder(long seed) {
            this.seed = seed;
        }

        /** How many faults a run has. */
        public Builder level(FaultLevel wanted) {
            level = wanted;
            return this;
        }

        /** Which of the drawn faults happen. */
        public Builder faults(FaultFilter wanted) {
            filter = wanted;
            return this;
        }

        /** How much its functions do at once. */
        public Builder workLimits(WorkLimits wanted) {
            workLimits = wanted;
            return this;
        }

        /** Who is told what happens, line by line. */
        public Builder trace(Consumer<String> reader) {
            lines = reader;
            return this;
        }

        /** The world, at its beginning. */
        public SimulatedWorld build() {
            return new SimulatedWorld(this);
        }
    }
}
