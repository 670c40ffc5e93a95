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
 * A world without faults in which receivers take some events, and are gone for good a day and a half later, when their owners ask for one of
 * those events again. It is attempted in vain until its webhook is disabled, and counts as delivered all the same. The runs of seeds come to
 * that too rarely: for more than a day nothing may happen to the webhook, and then its receiver has to fail until usage becomes final.
 */
public final class LateRedelivery {

    /** Longer than a webhook has to be left alone until the checks are sure that what its receiver took is counted. */
    private static final Duration BEFORE_REDELIVERY = Duration.ofHours(36);

    /** Longer than a retry cycle lasts, and until the third night is over, in which the usage of the first day becomes final. */
    private static final Duration AFTER_REDELIVERY = Duration.ofHours(40);

    private static final Duration STEP = Duration.ofMinutes(1);

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final Ledger ledger;
    private final Crowd crowd;

    private LateRedelivery(Template template, SimulatedWorld world) {
        this.world = world;
        this.ledger = new Ledger(world, Pace.BUSY.retention());
        this.internet = new SimulatedInternet(world);
        internet.watch(ledger::attempted);
        SimulatedDeployment deployment = SimulatedDeployment.deploy(world, template, internet);
        this.crowd = new Crowd(world, Pace.BUSY, deployment, internet, ledger);
    }

    /** Prints which promises are broken. */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, LateRedelivery::run);
    }

    /** Which promises are broken there, with the people of a seed. */
    public static List<BrokenPromise> run(Template template, long seed) {
        SimulatedWorld world = SimulatedWorld.of(seed).build();
        try {
            return new LateRedelivery(template, world).run();
        } finally {
            world.scheduler().end();
        }
    }

    private List<BrokenPromise> run() {
        Task last = world.scheduler().spawn("late redelivery", this::live);
        while (!last.isDone()) {
            world.scheduler().runFor(STEP);
        }
        return ledger.broken();
    }

    private void live() {
        crowd.settle();
        internet.receivers().forEach(receiver -> receiver.become(ReceiverCharacter.HEALTHY));
        crowd.tryOut();
        world.scheduler().sleep(BEFORE_REDELIVERY);
        // The receivers of operational events stay: they have to be told which webhooks are disabled.
        ledger.webhooks().forEach(webhook -> internet.at(webhook.host()).breakDown(AFTER_REDELIVERY.multipliedBy(2)));
        crowd.redeliver();
        world.scheduler().sleep(AFTER_REDELIVERY);
        new FinalChecks(ledger, internet, crowd.look(), world.scheduler().now()).check();
    }
}
