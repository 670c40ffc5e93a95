package com.scheduleevents.domain.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The state of a webhook's circuit breaker, and of its backlog while the circuit is closed. */
public sealed interface Circuit {

    /** The state as the API shows it. */
    default CircuitState state() {
        return switch (this) {
            case Closed _, Draining _, Pulled _ -> CircuitState.CLOSED;
            case Open _ -> CircuitState.OPEN;
            case HalfOpen _ -> CircuitState.HALF_OPEN;
        };
    }

    /** Whether new deliveries are added to the backlog. */
    default boolean isOpen() {
        return state() != CircuitState.CLOSED;
    }

    /** Deliveries are attempted as they come, and the backlog is empty. */
    record Closed() implements Circuit {}

    /**
     * Deliveries are attempted as they come, while the backlog is put on the retry queue step by step.
     *
     * @param pace how many deliveries the next step moves, from 1
     * @param strained whether an attempt failed, or the receiver became slow, since the last step
     */
    record Draining(int pace, boolean strained) implements Circuit {

        /** Rejects a pace below 1. */
        public Draining {
            if (pace < 1) {
                throw new IllegalArgumentException("a drain moves at least one delivery in a step");
            }
        }

        /** The same drain at another pace, with nothing known yet of how the receiver takes it. */
        public Draining atPace(int next) {
            return new Draining(next, false);
        }

        /** The same drain after an attempt failed or the receiver became slow. */
        public Draining underStrain() {
            return new Draining(pace, true);
        }
    }

    /**
     * The receiver seems to be down: deliveries go to the backlog, and a probe tries one of them from time to time.
     *
     * @param backOff the wait after the next probe, if it fails
     */
    record Open(Duration backOff) implements Circuit {

        /** The circuit of a webhook whose account was resumed. */
        static final Open FIRST = new Open(Duration.ofSeconds(10));

        /** Rejects a wait that is not positive. */
        public Open {
            requirePositive(backOff);
        }
    }

    /**
     * A probe has succeeded: deliveries still go to the backlog, and each probe tries twice as many as the one before.
     *
     * @param passed how many probes went well in a row since the first success
     * @param backOff the wait after the next probe, if it fails
     */
    record HalfOpen(int passed, Duration backOff) implements Circuit {

        /** Rejects a negative number and a wait that is not positive. */
        public HalfOpen {
            requirePositive(backOff);
            if (passed < 0) {
                throw new IllegalArgumentException("the number of passed probes is not negative");
            }
        }
    }

    private static void requirePositive(Duration backOff) {
        if (!backOff.isPositive()) {
            throw new IllegalArgumentException("an open circuit needs a positive wait");
        }
    }

    /**
     * Deliveries wait in the backlog until consumers pull and acknowledge them. There is no receiver, so the circuit never opens.
     *
     * @param pulledAt when deliveries were last pulled, not later than that and not much earlier; empty before the first time
     */
    record Pulled(Optional<Instant> pulledAt) implements Circuit {}
}
