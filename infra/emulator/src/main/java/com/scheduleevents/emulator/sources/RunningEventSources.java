package com.scheduleevents.emulator.sources;

import com.scheduleevents.cloud.sources.Backoff;
import com.scheduleevents.cloud.sources.ScheduleEvents;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.sources.StreamBatches;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.template.TemplateProblem;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import com.scheduleevents.emulator.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Runs all event sources of a deployment until closed. */
public final class RunningEventSources implements AutoCloseable {

    /** Lambda's are not documented; these are short, for somebody waits. */
    private static final Backoff STREAM_RETRIES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    private final Template template;
    private final Storage storage;
    private final String region;
    private final Optional<Path> directory;
    private final UnaryOperator<Duration> periods;
    private final boolean returnsFailedBatches;
    private final FunctionLog log;
    private final List<EventSource> sources = new ArrayList<>();

    private RunningEventSources(
            Template template,
            Storage storage,
            String region,
            Optional<Path> directory,
            UnaryOperator<Duration> periods,
            boolean returnsFailedBatches,
            FunctionLog log) {
        this.periods = periods;
        this.returnsFailedBatches = returnsFailedBatches;
        this.template = template;
        this.storage = storage;
        this.region = region;
        this.directory = directory;
        this.log = log;
    }

    /**
     * Starts them.
     *
     * @param functions by logical id
     * @param directory stores the positions in streams; empty: in memory
     * @param periods adjusts the periods of schedules when time is compressed
     * @param returnsFailedBatches whether the messages of a failed invocation are visible again at once, rather than after their
     *     visibility timeout
     */
    public static RunningEventSources start(
            Template template,
            Map<String, ? extends InvocableFunction> functions,
            Storage storage,
            String region,
            Optional<Path> directory,
            UnaryOperator<Duration> periods,
            boolean returnsFailedBatches,
            FunctionLog log)
            throws IOException {
        RunningEventSources all =
                new RunningEventSources(template, storage, region, directory, periods, returnsFailedBatches, log);
        for (FunctionSpec spec : template.functions().values()) {
            InvocableFunction function = java.util.Objects.requireNonNull(functions.get(spec.id()), spec.id());
            for (SourceSpec source : spec.sources()) {
                all.sources.add(all.source(spec, source, function));
            }
        }
        return all;
    }

    private EventSource source(FunctionSpec function, SourceSpec source, InvocableFunction host) throws IOException {
        String name = function.id() + "." + source.id();
        return switch (source) {
            case SourceSpec.Queue queue ->
                new QueueSource(
                        name,
                        queue,
                        queue(queue.queueArn()),
                        region,
                        host,
                        returnsFailedBatches,
                        directory.isPresent(),
                        storage.sqs(),
                        log);
            case SourceSpec.Stream stream -> stream(name, stream, function, host);
            case SourceSpec.Schedule schedule ->
                new ScheduleSource(
                        name,
                        new ScheduleEvents(region, account(function), function.id() + source.id()),
                        periods.apply(schedule.period()),
                        host,
                        Clock.systemUTC(),
                        log);
        };
    }

    private StreamSource stream(String name, SourceSpec.Stream stream, FunctionSpec function, InvocableFunction host)
            throws IOException {
        String streamArn = storage.streamArn(stream.table())
                .orElseThrow(() -> new TemplateProblem(name + ": the table " + stream.table() + " has no stream."));
        Optional<String> destination = stream.onFailure().map(arn -> queue(arn).url());
        Clock clock = Clock.systemUTC();
        Checkpoints checkpoints = Checkpoints.open(
                directory.map(path -> path.resolve("checkpoints").resolve(name + ".json")));
        return new StreamSource(
                name,
                streamArn,
                region,
                stream,
                storage.streams(),
                storage.writes(stream.table()),
                checkpoints,
                shard -> new StreamBatches(
                        stream,
                        (event, _) -> invoke(host, event),
                        batch -> destination.ifPresent(url -> storage.sqs().sendMessage(message -> message.queueUrl(url)
                                .messageBody(batch.message(function.arn(), streamArn, shard, clock.instant())))),
                        STREAM_RETRIES,
                        Thread::sleep,
                        clock),
                log);
    }

    private static Optional<byte[]> invoke(InvocableFunction function, byte[] event) {
        try {
            return Optional.of(function.invoke(event));
        } catch (FunctionFailed e) {
            return Optional.empty(); // the host has logged it
        }
    }

    private static String account(FunctionSpec function) {
        return function.arn().split(":", -1)[4];
    }

    private QueueSpec queue(String arn) {
        return template.queues().values().stream()
                .filter(queue -> queue.arn().equals(arn))
                .findFirst()
                .orElseThrow(() -> new TemplateProblem("There is no queue " + arn + " in the template."));
    }

    @Override
    public void close() {
        sources.forEach(EventSource::stop);
        sources.forEach(EventSource::close);
    }
}
