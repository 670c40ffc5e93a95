package com.scheduleevents.emulator.lambda;

import com.scheduleevents.cloud.template.FunctionSpec;
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
 * Runs the instances of one function: starts them as needed and reuses idle ones. An instance that timed out, was killed or
 * failed to start is discarded.
 */
public final class FunctionHost implements InvocableFunction, AutoCloseable {

    /** Lambda's limit is 1,000 per account; one machine has threads and memory for about this many per function. */
    private static final int MOST_INSTANCES = 200;

    /** How long an invocation waits for an idle instance before another one is started. */
    private static final Duration LOOK_FOR_IDLE = Duration.ofMillis(2);

    /** Handlers that ignore an interrupt are left behind. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final FunctionSpec spec;
    private final FunctionCode code;
    private final FunctionVariables environment;
    private final FunctionLog log;
    private final Semaphore room;
    /** Instances start one at a time: on a machine with few cores parallel starts are not faster, and all are late. */
    private final Semaphore start = new Semaphore(1);

    private final BlockingDeque<FunctionInstance> idle = new LinkedBlockingDeque<>();
    private final Set<FunctionInstance> all = ConcurrentHashMap.newKeySet();
    private final LivingInstances instances;
    private final AtomicInteger started = new AtomicInteger();

    /**
     * @param jars loads its jar
     * @param spec the function
     * @param hostVariables environment variables besides the template's, such as the endpoints
     * @param instances registers every instance
     * @param log receives its output
     * @throws IllegalArgumentException when its jar or handler does not exist
     */
    public FunctionHost(
            FunctionJars jars,
            FunctionSpec spec,
            Map<String, String> hostVariables,
            LivingInstances instances,
            FunctionLog log) {
        this.spec = spec;
        this.code = FunctionCode.load(jars, spec.jar(), spec.handler());
        this.environment = new FunctionVariables(spec, hostVariables);
        this.instances = instances;
        this.log = log;
        this.room = new Semaphore(Math.min(spec.reservedConcurrency().orElse(MOST_INSTANCES), MOST_INSTANCES));
    }

    @Override
    public byte[] invoke(byte[] event) throws FunctionFailed {
        try {
            if (!room.tryAcquire(spec.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new FunctionFailed("Rate Exceeded: all instances were busy for the function's timeout");
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

    /** Waits for an idle instance or for the turn to start one, whichever is first. */
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

    /** The function. */
    public FunctionSpec spec() {
        return spec;
    }

    /** The number of instances, idle and busy. */
    public int instances() {
        return (int) all.stream().filter(FunctionInstance::isAlive).count();
    }

    /** The number of idle instances. */
    int idle() {
        return idle.size();
    }

    @Override
    public void close() {
        all.forEach(instance -> instance.kill("The local cloud stops."));
        try {
            for (FunctionInstance instance : all) {
                instance.awaitEnd(LONGEST_END);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
