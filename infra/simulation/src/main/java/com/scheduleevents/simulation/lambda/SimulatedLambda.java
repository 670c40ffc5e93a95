package com.scheduleevents.simulation.lambda;

import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Lambda: its functions, and invocations that nobody waits for. */
public final class SimulatedLambda {

    /** AWS Lambda Developer Guide, "Retry behavior": the waits before an asynchronous invocation that failed is tried again. */
    private static final Duration FIRST_RETRY = Duration.ofMinutes(1);

    private static final Duration SECOND_RETRY = Duration.ofMinutes(2);

    /** The same: a throttled one is tried again for so long, with waits that double. */
    private static final Duration LONGEST_IN_QUEUE = Duration.ofHours(6);

    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);
    private static final Duration MEAN_QUEUEING = Duration.ofMillis(50);

    private final Scheduler scheduler;
    private final RandomStreams streams;
    private final FaultInjector faults;
    private final WorldTrace trace;
    private final RandomGenerator random;
    private final Map<String, SimulatedFunction> functions = new TreeMap<>();

    /** A Lambda without functions. */
    public SimulatedLambda(Scheduler scheduler, RandomStreams streams, FaultInjector faults, WorldTrace trace) {
        this.scheduler = scheduler;
        this.streams = streams;
        this.faults = faults;
        this.trace = trace;
        this.random = streams.stream("asynchronous invocations");
    }

    /** Makes a function. */
    public SimulatedFunction create(FunctionSettings settings, FunctionStart start) {
        SimulatedFunction function = new SimulatedFunction(settings, start, scheduler, streams, faults, trace);
        if (functions.putIfAbsent(settings.name(), function) != null) {
            throw new IllegalArgumentException("there is a function " + settings.name());
        }
        return function;
    }

    /** The function of that name. */
    public SimulatedFunction function(String name) {
        SimulatedFunction function = functions.get(name);
        if (function == null) {
            throw new IllegalArgumentException("there is no function " + name);
        }
        return function;
    }

    /**
     * Invokes a function some time soon; nobody waits for it.
     *
     * @param maxRetries how often it is tried again when it fails: 0 to 2
     */
    public void invokeLater(String function, byte[] event, int maxRetries) {
        SimulatedFunction target = function(function);
        scheduler.spawn("asynchronous invocation of " + function, () -> {
            scheduler.sleep(Duration.ofNanos((long) (random.nextExponential() * MEAN_QUEUEING.toNanos())));
            for (int retry = 0; ; retry++) {
                boolean done = untilTaken(target, event) instanceof InvocationOutcome.Returned;
                if (done || retry == maxRetries) {
                    return;
                }
                scheduler.sleep(retry == 0 ? FIRST_RETRY : SECOND_RETRY);
            }
        });
    }

    private InvocationOutcome untilTaken(SimulatedFunction target, byte[] event) {
        long until = scheduler.nanos() + LONGEST_IN_QUEUE.toNanos();
        Duration backoff = FIRST_BACKOFF;
        while (true) {
            InvocationOutcome outcome = target.invoke(event);
            if (!(outcome instanceof InvocationOutcome.Throttled) || scheduler.nanos() >= until) {
                return outcome;
            }
            scheduler.sleep(backoff);
            Duration doubled = backoff.multipliedBy(2);
            backoff = doubled.compareTo(LONGEST_BACKOFF) < 0 ? doubled : LONGEST_BACKOFF;
        }
    }
}
