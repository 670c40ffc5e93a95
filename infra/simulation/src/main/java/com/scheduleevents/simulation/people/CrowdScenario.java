package com.scheduleevents.simulation.people;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.Pace;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.FinalChecks;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A world without faults but those that a scenario puts in, with the people of a seed, whose promises are checked when the scenario is over.
 *
 * @param ledger what the promises are judged by
 */
record CrowdScenario(SimulatedWorld world, SimulatedInternet internet, Ledger ledger, Crowd crowd) {

    private static final Duration STEP = Duration.ofMinutes(1);

    /** Which promises are broken by what a scenario does. */
    static List<BrokenPromise> run(Template template, long seed, String name, Consumer<CrowdScenario> life) {
        SimulatedWorld world = SimulatedWorld.of(seed).build();
        try {
            CrowdScenario scenario = of(world, template);
            Task last = world.scheduler().spawn(name, () -> {
                life.accept(scenario);
                scenario.check();
            });
            while (!last.isDone()) {
                world.scheduler().runFor(STEP);
            }
            return scenario.ledger().broken();
        } finally {
            world.scheduler().end();
        }
    }

    private static CrowdScenario of(SimulatedWorld world, Template template) {
        Ledger ledger = new Ledger(world, Pace.BUSY.retention());
        SimulatedInternet internet = new SimulatedInternet(world);
        internet.watch(ledger::attempted);
        SimulatedDeployment deployment = SimulatedDeployment.deploy(world, template, internet);
        return new CrowdScenario(world, internet, ledger, new Crowd(world, Pace.BUSY, deployment, internet, ledger));
    }

    private void check() {
        new FinalChecks(ledger, internet, crowd.look(), world.scheduler().now()).check();
    }
}
