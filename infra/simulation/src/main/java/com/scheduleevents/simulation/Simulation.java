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

    private final SimulationPlan plan;
    private final SimulatedWorld world;
    private final Ledger ledger;
    private final SimulatedInternet internet;
    private final Crowd crowd;
    private final Instant start;
    private List<String> people = List.of();

    private Simulation(SimulationPlan plan) {
        this.plan = plan;
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
        Simulation simulation = new Simulation(plan);
        try {
            return simulation.run();
        } finally {
            simulation.world.scheduler().end();
        }
    }

    private SimulationResult run() {
        try {
            live();
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
        world.scheduler().runFor(plan.troubled());
        world.faults().become(FaultLevel.CALM);
        finish("recovery", crowd::recover);
        if (plan.ordinaryHours()) {
            liveOrdinaryHours();
        }
        world.scheduler().runFor(CALM);
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
            world.scheduler().runFor(Duration.ofSeconds(30));
        }
        if (!task.isDone()) {
            throw new IllegalStateException(name + " did not come to its end");
        }
    }
}
