package com.scheduleevents.emulator.lambda;

import com.scheduleevents.emulator.template.FunctionSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lambda's side of one function: starts instances as they are needed and reuses those that are idle. An instance that
 * timed out, was killed or threw at its start is thrown away.
 */
public final class FunctionHost implements InvocableFunction, AutoCloseable {

    /** Lambda's limit is 1,000 in an account; one machine has threads and memory for about this many of a function. */
    private static final int MOST_INSTANCES = 200;

    /** How long an invocation looks for an idle instance before it has one more started. */
    private static final Duration LOOK_FOR_IDLE = Duration.ofMillis(2);

    private final FunctionSpec spec;
    private final FunctionCode code;
    private final FunctionVariables environment;
    private final FunctionLog log;
    private final Semaphore room;
    /** One start at a time: on a machine of few cores ten starts side by side take as long as ten, and all are late. */
    private final Semaphore start = new Semaphore(1);

    private final BlockingDeque<FunctionInstance> idle = new LinkedBlockingDeque<>();
    private final Set<FunctionInstance> all = ConcurrentHashMap.newKeySet();
    private final FunctionInstances instances;
    private final AtomicInteger started = new AtomicInteger();

    /**
     * @param jars where its jar is opened
     * @param spec the function
     * @param surroundings variables that its instances get besides the template's, such as the endpoints
     * @param instances hears of every instance
     * @param log where its lines go
     * @throws IllegalArgumentException when its jar or handler is not there
     */
    public FunctionHost(
            FunctionJars jars,
            FunctionSpec spec,
            Map<String, String> surroundings,
            FunctionInstances instances,
            FunctionLog log) {
        this.spec = spec;
        this.code = FunctionCode.load(jars, spec.jar(), spec.handler());
        this.environment = new FunctionVariables(spec, surroundings);
        this.instances = instances;
        this.log = log;
        this.room = new Semaphore(spec.reservedConcurrency().orElse(MOST_INSTANCES));
    }

    @Override
    public byte[] invoke(byte[] event) throws FunctionFailed {
        try {
            if (!room.tryAcquire(spec.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new FunctionFailed("Rate Exceeded: all instances were busy for the function's time-out");
            }
            try {
                return invokeOn(instance(), event);
            } finally {
                room.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FunctionFailed("The caller stopped waiting.", e);
        } catch (FunctionFailed e) {
            log.failure(spec.id(), e);
            throw e;
        }
    }

    private byte[] invokeOn(FunctionInstance instance, byte[] event) throws FunctionFailed, InterruptedException {
        InvocationContext context = new InvocationContext(
                UUID.randomUUID().toString(), spec.name(), spec.arn(), spec.memoryMegabytes(), spec.timeout(), log);
        try {
            return instance.invoke(event, context, spec.timeout());
        } catch (InterruptedException e) {
            instance.kill("The caller stopped waiting.");
            throw e;
        } finally {
            giveBack(instance);
        }
    }

    /** The first that is there: an instance that becomes idle, or the turn to start one. */
    private FunctionInstance instance() throws FunctionFailed, InterruptedException {
        while (true) {
            FunctionInstance reused = idle.pollFirst(LOOK_FOR_IDLE.toMillis(), TimeUnit.MILLISECONDS);
            if (reused != null && reused.isAlive()) {
                return reused;
            }
            if (reused != null) {
                discard(reused);
            } else if (start.tryAcquire()) {
                try {
                    return newInstance();
                } finally {
                    start.release();
                }
            }
        }
    }

    private FunctionInstance newInstance() throws FunctionFailed, InterruptedException {
        String accessKeyId = spec.id() + "x" + started.incrementAndGet();
        FunctionInstance instance = new FunctionInstance(spec.id(), accessKeyId, code, environment.of(accessKeyId));
        all.add(instance);
        instances.add(instance);
        try {
            instance.awaitStart();
            return instance;
        } catch (FunctionFailed | InterruptedException e) {
            instance.kill("It did not start.");
            discard(instance);
            throw e;
        }
    }

    private void giveBack(FunctionInstance instance) {
        if (instance.isAlive()) {
            idle.addFirst(instance);
        } else {
            discard(instance);
        }
    }

    private void discard(FunctionInstance instance) {
        all.remove(instance);
        instances.remove(instance);
    }

    /** The function that is hosted. */
    public FunctionSpec spec() {
        return spec;
    }

    /** How many instances there are, idle and busy. */
    public int instances() {
        return (int) all.stream().filter(FunctionInstance::isAlive).count();
    }

    /** How many of them wait for a request. */
    int idle() {
        return idle.size();
    }

    @Override
    public void close() {
        all.forEach(instance -> instance.kill("The local cloud stops."));
    }
}
