package com.scheduleevents.cloud.faults;

import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.cloud.time.Signal;
import com.scheduleevents.cloud.time.TaskGroup;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Carries calls from a client to a simulated service and back. Each call takes time, lets other tasks run, and may meet faults; the client
 * retries as the SDK does.
 */
public final class ServiceBoundary implements CallRoute {

    private static final Duration FASTEST_WAY = Duration.ofMillis(1);
    private static final Duration MEAN_WAY = Duration.ofMillis(2);

    /** The first wait of the SDK's backoff, which has full jitter. */
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(20);

    /** How long a call of the product's clients may take with all its attempts: AwsCallTimeout of the template. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(8);

    /** An attempt may take this share of it, unless it is the only one. */
    private static final int ATTEMPTS_IN_A_CALL = 3;

    private static final Duration MEAN_DELAY = Duration.ofSeconds(4);
    private static final Duration MEAN_LATENESS = Duration.ofMinutes(1);

    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final WorldTrace trace;
    private final String port;
    private final ServiceErrors errors;
    private final RandomGenerator random;

    /**
     * @param port what the service is called in counts and traces
     * @param errors what its client throws
     */
    public ServiceBoundary(
            Scheduler scheduler,
            RandomStreams streams,
            FaultInjector faults,
            WorldTrace trace,
            String port,
            ServiceErrors errors) {
        this.scheduler = scheduler;
        this.faults = faults;
        this.trace = trace;
        this.port = port;
        this.errors = errors;
        this.random = streams.stream("way to " + port);
    }

    @Override
    public <T> T call(String operation, String target, Object request, SimulatedCall<T> effect) {
        CallSite site = faults.site(port, operation, target);
        long end = scheduler.nanos() + LONGEST_CALL.toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(site, request, effect, patience(end));
            } catch (RuntimeException e) {
                if (attempt >= errors.attempts() || !errors.isRetried(e)) {
                    throw e;
                }
                pause(backoff(attempt), end);
            }
        }
    }

    private boolean isTriedAgain() {
        return errors.attempts() > 1;
    }

    /** How long an attempt waits for its response. */
    private Duration patience(long end) {
        Duration left = Duration.ofNanos(end - scheduler.nanos());
        Duration share = isTriedAgain() ? LONGEST_CALL.dividedBy(ATTEMPTS_IN_A_CALL) : LONGEST_CALL;
        return share.compareTo(left) < 0 ? share : left;
    }

    /** Waits for the next attempt, unless the call is over by then. */
    private void pause(Duration backoff, long end) {
        Duration left = Duration.ofNanos(end - scheduler.nanos());
        if (backoff.compareTo(left) < 0) {
            scheduler.sleep(backoff);
            return;
        }
        if (left.isPositive()) {
            scheduler.sleep(left);
        }
        throw errors.noResponse();
    }

    private <T> T attempt(CallSite site, Object request, SimulatedCall<T> effect, Duration patience) {
        TaskGroup group = scheduler.currentGroup();
        Optional<FaultKind> drawn = faults.atCall(site, group.isMortal());
        drawn.ifPresent(fault -> trace.line(
                () -> group.name() + " " + site.port() + "." + site.operation() + " meets " + fault + " " + request));
        if (drawn.isEmpty()) {
            return responded(site, request, effect);
        }
        switch (drawn.get()) {
            case KILLED_BEFORE -> {
                group.kill();
                scheduler.requireAlive();
            }
            case REFUSED -> throw failed(errors.unavailable());
            case THROTTLED -> throw failed(errors.throttled());
            case OUTAGE -> {
                // Half of the calls hang instead of failing at once, but no client waits for ever.
                if (random.nextBoolean()) {
                    throw failed(errors.unavailable());
                }
                scheduler.sleep(faults.time(port, MEAN_DELAY, patience));
                throw failed(errors.noResponse());
            }
            case APPLIED_LATER -> {
                Duration late = patience.plus(
                        faults.time(port, MEAN_LATENESS, faults.level().mostLateness()));
                scheduler.after(late, () -> new Pending<>(effect).begin());
                scheduler.sleep(patience);
                throw errors.noResponse();
            }
            case DELAYED -> {
                Duration delay = faults.time(port, MEAN_DELAY, patience);
                scheduler.sleep(delay);
                if (delay.equals(patience)) {
                    throw errors.noResponse();
                }
            }
            case REPEATED -> {
                travel();
                new Pending<>(effect).begin().awaitEnd();
                if (!isTriedAgain()) {
                    throw errors.noResponse();
                }
                scheduler.sleep(backoff(1));
            }
            case RESPONSE_LOST -> {
                travel();
                new Pending<>(effect).begin().awaitEnd();
                scheduler.sleep(faults.time(port, MEAN_DELAY, patience));
                throw errors.noResponse();
            }
            case KILLED_AFTER -> {
                travel();
                new Pending<>(effect).begin().awaitEnd();
                group.kill();
                scheduler.requireAlive();
            }
            default -> throw new IllegalStateException("no fault of a call: " + drawn.get());
        }
        return responded(site, request, effect);
    }

    private <T> T responded(CallSite site, Object request, SimulatedCall<T> effect) {
        travel();
        Pending<T> pending = new Pending<>(effect).begin();
        trace.line(() -> scheduler.currentGroup().name() + " " + site.port() + "." + site.operation() + " " + request);
        pending.awaitEnd();
        travel();
        return pending.response();
    }

    private RuntimeException failed(RuntimeException failure) {
        travel();
        return failure;
    }

    private void travel() {
        scheduler.sleep(FASTEST_WAY.plusNanos((long) (random.nextExponential() * MEAN_WAY.toNanos())));
    }

    private Duration backoff(int attempt) {
        long most = Math.min(LONGEST_BACKOFF.toNanos(), FIRST_BACKOFF.toNanos() << Math.min(attempt - 1, 20));
        return Duration.ofNanos(random.nextLong(most + 1));
    }

    /** A request that has arrived, and its response when there is one. */
    private final class Pending<T> {

        private final SimulatedCall<T> effect;
        private final Signal end = new Signal(scheduler);
        private boolean ended;
        private @Nullable T result;
        private @Nullable RuntimeException failure;

        Pending(SimulatedCall<T> effect) {
            this.effect = effect;
        }

        Pending<T> begin() {
            try {
                SimulatedCall<T> arrived = effect.arrive();
                Duration processing = arrived.processing();
                if (processing.isZero()) {
                    finish(arrived);
                } else {
                    scheduler.after(processing, () -> finish(arrived));
                }
            } catch (RuntimeException e) {
                failure = e;
                ended = true;
            }
            return this;
        }

        private void finish(SimulatedCall<T> arrived) {
            try {
                result = arrived.apply();
            } catch (RuntimeException e) {
                failure = e;
            }
            ended = true;
            end.raise();
        }

        void awaitEnd() {
            while (!ended) {
                end.await();
            }
        }

        @SuppressWarnings("NullAway") // an effect that did not fail has given its result
        T response() {
            if (failure != null) {
                throw failure;
            }
            return result;
        }
    }
}
