package com.scheduleevents.simulation.people;

import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.simulation.Pace;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.FinalChecks;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import com.scheduleevents.simulation.time.Task;
import java.time.Duration;
import java.util.List;

/**
 * A world in which nothing but half of the calls fails that two consumers of streams make: of the notifier while webhooks are registered, and
 * of fan-out while the events of two tenants come in the same batches, so that failures of one tenant meet those of the other. The runs
 * of seeds hardly come to either: a batch rarely has events of both, and an outage that a notifier meets lasts for longer than one call.
 */
public final class FailingStreamConsumers {

    private static final Duration TIME = Duration.ofMinutes(2);

    /** Longer than what failed last takes to be delivered. */
    private static final Duration CALM = Duration.ofHours(3);

    private static final Duration STEP = Duration.ofMinutes(1);

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final Ledger ledger;
    private final Crowd crowd;

    private FailingStreamConsumers(Template template, SimulatedWorld world) {
        this.world = world;
        this.ledger = new Ledger(world, Pace.BUSY.retention());
        this.internet = new SimulatedInternet(world);
        internet.watch(ledger::attempted);
        SimulatedDeployment deployment = SimulatedDeployment.deploy(world, template, internet);
        this.crowd = new Crowd(world, Pace.BUSY, deployment, internet, ledger);
    }

    /** Prints which promises are broken. */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, FailingStreamConsumers::run);
    }

    /** Which promises are broken there, with the people of a seed. */
    public static List<BrokenPromise> run(Template template, long seed) {
        SimulatedWorld world = SimulatedWorld.of(seed).build();
        try {
            return new FailingStreamConsumers(template, world).run();
        } finally {
            world.scheduler().end();
        }
    }

    private List<BrokenPromise> run() {
        Task last = world.scheduler().spawn("failing stream consumers", this::live);
        while (!last.isDone()) {
            world.scheduler().runFor(STEP);
        }
        return ledger.broken();
    }

    private void live() {
        world.faults().failCalls("NotifierFunction", TIME);
        crowd.settle();
        internet.receivers().forEach(receiver -> receiver.become(ReceiverCharacter.HEALTHY));
        world.faults().failCalls("FanOutFunction", TIME);
        crowd.recordTogether(world.scheduler().now().plus(TIME));
        world.scheduler().sleep(CALM);
        new FinalChecks(ledger, internet, crowd.look(), world.scheduler().now()).check();
    }
}
