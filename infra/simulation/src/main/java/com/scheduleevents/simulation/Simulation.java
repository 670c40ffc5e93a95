package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.time.SimulationFailure;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.people.Crowd;
import com.scheduleevents.simulation.people.GaveUp;
import com.scheduleevents.simulation.promises.FinalChecks;
import com.scheduleevents.simulation.promises.FinalState;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** One run of one seed: people settle in a calm world, trouble comes, and then it is calm for as long as promises may take. */
public final class Simulation {

    /** Longer than the retry window with all that can delay its end. */
    private static final Duration CALM = Duration.ofHours(30);

    private static final Duration LONGEST_TASK = Duration.ofDays(2);

    /** After so long a run looks whether it is over. */
    private static final Duration STEP = Duration.ofSeconds(30);

    private final SimulationPlan plan;
    private final boolean untilBroken;
    private final SimulatedWorld world;
    private final Ledger ledger;
    private final SimulatedInternet internet;
    private final Crowd crowd;
    private final Instant start;
    private List<String> people = List.of();

    private Simulation(SimulationPlan plan, boolean untilBroken) {
        this.plan = plan;
        this.untilBroken = untilBroken;
        this.world = plan.world();
        this.start = world.scheduler().now();
        this.ledger = new Ledger(world, plan.pace().retention());
        this.internet = new SimulatedInternet(world);
        internet.watch(ledger::attempted);
        SimulatedDeployment deployment = SimulatedDeployment.deploy(world, plan.template(), internet);
        this.crowd = new Crowd(world, plan.pace(), deployment, internet, ledger);
    }

    /** Runs a plan to its end. */
    public static SimulationResult run(SimulationPlan plan) {
        return run(plan, false);
    }

    /** Runs a plan until a promise is found broken, or to its end. What else that run would break is not found. */
    static SimulationResult runUntilBroken(SimulationPlan plan) {
        return run(plan, true);
    }

    private static SimulationResult run(SimulationPlan plan, boolean untilBroken) {
        Simulation simulation = new Simulation(plan, untilBroken);
        try {
            return simulation.run();
        } finally {
            simulation.world.scheduler().end();
        }
    }

    private SimulationResult run() {
        try {
            live();
        } catch (EnoughSeen enough) {
            // The result has what was seen.
        } catch (SimulationFailure failed) {
            GaveUp gaveUp = gaveUp(failed).orElseThrow(() -> failed);
            ledger.breaks(Promise.SERVICE_RESPONDS, gaveUp.subject(), gaveUp.explanation());
        }
        return new SimulationResult(
                plan.seed(),
                Duration.between(start, world.scheduler().now()),
                ledger.events().size(),
                ledger.attempts(),
                world.ses().sent().size(),
                people,
                world.faults().drawn(),
                world.faults().counts(),
                ledger.broken());
    }

    private static Optional<GaveUp> gaveUp(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
                .filter(GaveUp.class::isInstance)
                .map(GaveUp.class::cast)
                .findFirst();
    }

    private void live() {
        if (plan.level() == FaultLevel.SAVAGE) {
            world.faults().become(FaultLevel.DYING);
        }
        finish("settling", crowd::settle);
        world.faults().become(plan.level());
        people = crowd.workUntil(world.scheduler().now().plus(plan.troubled()), plan.absent());
        pass(plan.troubled());
        world.faults().become(FaultLevel.CALM);
        finish("recovery", crowd::recover);
        if (plan.ordinaryHours()) {
            liveOrdinaryHours();
        }
        pass(CALM);
        AtomicReference<FinalState> state = new AtomicReference<>();
        finish("last look", () -> state.set(crowd.look()));
        new FinalChecks(ledger, internet, state.get(), world.scheduler().now()).check();
    }

    private void liveOrdinaryHours() {
        if (plan.level() != FaultLevel.CALM) {
            world.faults().become(FaultLevel.SLOW);
        }
        finish("ordinary hours", crowd::spendOrdinaryHours);
        finish("failing receivers", crowd::seeReceiversFail);
        world.faults().become(FaultLevel.CALM);
    }

    private void finish(String name, Runnable body) {
        Task task = world.scheduler().spawn(name, body);
        Instant end = world.scheduler().now().plus(LONGEST_TASK);
        while (!task.isDone() && world.scheduler().now().isBefore(end)) {
            pass(STEP);
        }
        if (!task.isDone()) {
            throw new IllegalStateException(name + " did not come to its end");
        }
    }

    /** @throws EnoughSeen when the run is over */
    private void pass(Duration time) {
        Instant end = world.scheduler().now().plus(time);
        while (world.scheduler().now().isBefore(end)) {
            Duration left = Duration.between(world.scheduler().now(), end);
            world.scheduler().runFor(left.compareTo(STEP) < 0 ? left : STEP);
            if (untilBroken && !ledger.broken().isEmpty()) {
                throw new EnoughSeen();
            }
        }
    }

    /** Ends a run that was to find one broken promise, and has. */
    private static final class EnoughSeen extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
