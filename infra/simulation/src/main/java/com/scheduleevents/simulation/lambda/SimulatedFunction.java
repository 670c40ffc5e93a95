package com.scheduleevents.simulation.lambda;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.cloud.time.TaskGroup;
import com.scheduleevents.cloud.time.Timer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One function. Its environments handle one request at a time; between requests they are frozen, and taken away when they
 * were idle for long. One may die at any moment.
 */
public final class SimulatedFunction {

    private static final Duration FASTEST_START = Duration.ofMillis(200);
    private static final Duration MEAN_START = Duration.ofMillis(300);
    private static final Duration MEAN_IDLE_LIFE = Duration.ofMinutes(20);
    private static final Duration MEAN_UNTIL_DEATH = Duration.ofMillis(100);

    private final FunctionSettings settings;
    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final WorldTrace trace;
    private final RandomStreams streams;
    private final RandomGenerator random;
    private final CallSite site;
    private final Deque<Running> idle = new ArrayDeque<>();
    private Version version;
    private int versions;
    private int environments;
    private int busy;
    private InvocationTotals totals = InvocationTotals.NONE;

    SimulatedFunction(
            FunctionSettings settings,
            FunctionStart start,
            Scheduler scheduler,
            RandomStreams streams,
            FaultInjector faults,
            WorldTrace trace) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.faults = faults;
        this.trace = trace;
        this.streams = streams.fork("function " + settings.name());
        this.random = this.streams.stream("lambda");
        this.site = CallSite.ofFunction(settings.name());
        this.version = new Version(start, ++versions, scheduler.now());
    }

    /** How it is set up. */
    public FunctionSettings settings() {
        return settings;
    }

    /** Puts other code in its place: requests that run go on with the old one, new ones start environments of the new one. */
    public void deploy(FunctionStart start) {
        version = new Version(start, ++versions, scheduler.now());
        idle.forEach(environment -> environment.group().kill());
        idle.clear();
    }

    /** What it was invoked for so far. */
    public InvocationTotals totals() {
        return totals;
    }

    /** Handles one request, and waits for it; called by a task. */
    public InvocationOutcome invoke(byte[] event) {
        return invoke(event, 1);
    }

    /** @param records the messages or changes in the event */
    InvocationOutcome invoke(byte[] event, int records) {
        if (busy >= settings.concurrency() || faults.strikes(FaultKind.INVOCATION_THROTTLED, site)) {
            return new InvocationOutcome.Throttled();
        }
        busy++;
        try {
            return invokeOnce(event, records);
        } finally {
            busy--;
        }
    }

    private InvocationOutcome invokeOnce(byte[] event, int records) {
        Running environment = warm();
        if (environment == null) {
            scheduler.sleep(FASTEST_START.plusNanos((long) (random.nextExponential() * MEAN_START.toNanos())));
            environment = started();
        }
        if (environment == null) {
            return new InvocationOutcome.Failed("the environment did not start");
        }
        String requestId = new UUID(random.nextLong(), random.nextLong()).toString();
        String name = environment.group().name();
        faults.passes(site, false);
        trace.line(() -> name + " is invoked: " + requestId);
        long begun = scheduler.nanos();
        InvocationOutcome outcome = environment.handle(event, requestId);
        totals = totals.plus(records, Duration.ofNanos(scheduler.nanos() - begun));
        trace.line(() -> name + " " + told(outcome));
        if (!environment.group().isKilled()) {
            if (environment.version.number() == version.number()) {
                environment.rest();
                idle.push(environment);
            } else {
                environment.group().kill();
            }
        }
        return outcome;
    }

    private static String told(InvocationOutcome outcome) {
        return switch (outcome) {
            case InvocationOutcome.Returned(byte[] response) ->
                "returned " + new String(response, StandardCharsets.UTF_8);
            case InvocationOutcome.Failed(String why) -> "failed: " + why;
            case InvocationOutcome.TimedOut() -> "timed out";
            case InvocationOutcome.Throttled() -> "was throttled";
        };
    }

    private @Nullable Running warm() {
        while (!idle.isEmpty()) {
            Running environment = idle.pop();
            boolean taken =
                    environment.endsAt < scheduler.nanos() || faults.strikes(FaultKind.IDLE_ENVIRONMENT_TAKEN, site);
            if (!taken) {
                return environment;
            }
            environment.group().kill();
        }
        return null;
    }

    private @Nullable Running started() {
        String name = settings.name() + "/" + ++environments;
        TaskGroup group = scheduler.group(name, settings.name(), true);
        Version own = version;
        ExecutionEnvironment environment = new ExecutionEnvironment(
                scheduler,
                group,
                streams.fork("snapshot " + own.number()),
                streams.fork("environment " + environments),
                faults.level().skew(),
                own.deployed());
        Running running = new Running(environment, own);
        Task start = scheduler.spawn(group, name + " start", running::start);
        start.join();
        if (running.code == null) {
            group.kill();
            return null;
        }
        return running;
    }

    private record Version(FunctionStart start, int number, Instant deployed) {}

    /** An environment with its code. */
    private final class Running {

        private final ExecutionEnvironment environment;
        private final Version version;
        private @Nullable LoadedFunction code;
        private @Nullable InvocationOutcome outcome;
        private long endsAt;
        private long requests;

        Running(ExecutionEnvironment environment, Version version) {
            this.environment = environment;
            this.version = version;
        }

        TaskGroup group() {
            return environment.group();
        }

        void start() {
            try {
                LoadedFunction started = version.start().start(environment);
                environment.restore();
                code = started;
            } catch (RuntimeException e) {
                trace.line(() -> environment.name() + " did not start: " + e);
            }
        }

        InvocationOutcome handle(byte[] event, String requestId) {
            LoadedFunction handler = code;
            if (handler == null) {
                throw new IllegalStateException(environment.name() + " was not started");
            }
            group().thaw();
            outcome = null;
            long request = ++requests;
            SimulatedContext context = new SimulatedContext(settings.name(), requestId, scheduler, settings.timeout());
            Task task = scheduler.spawn(group(), environment.name() + " request-" + request, () -> {
                InvocationOutcome result = result(handler, event, context);
                if (!group().isKilled()) {
                    outcome = result;
                }
            });
            Timer timeout = scheduler.after(settings.timeout(), () -> end(request, new InvocationOutcome.TimedOut()));
            if (faults.strikes(FaultKind.ENVIRONMENT_DIED, site)) {
                scheduler.after(
                        faults.time(site.port(), MEAN_UNTIL_DEATH, settings.timeout()),
                        () -> end(request, new InvocationOutcome.Failed("Runtime exited")));
            }
            task.join();
            timeout.cancel();
            InvocationOutcome result = outcome;
            return result == null ? new InvocationOutcome.Failed("Runtime exited") : result;
        }

        private void end(long request, InvocationOutcome how) {
            if (request == requests && outcome == null) {
                outcome = how;
                group().kill();
            }
        }

        private InvocationOutcome result(LoadedFunction handler, byte[] event, SimulatedContext context) {
            try {
                return new InvocationOutcome.Returned(handler.invoke(event, context));
            } catch (Exception e) {
                return new InvocationOutcome.Failed(e.toString());
            }
        }

        void rest() {
            group().freeze();
            endsAt = scheduler.nanos() + (long) (random.nextExponential() * MEAN_IDLE_LIFE.toNanos());
        }
    }
}
