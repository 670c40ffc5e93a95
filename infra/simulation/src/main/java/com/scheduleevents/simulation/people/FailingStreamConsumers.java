package com.scheduleevents.simulation.people;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
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

    private FailingStreamConsumers() {}

    /** Prints which promises are broken. */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, FailingStreamConsumers::run);
    }

    /** Which promises are broken there, with the people of a seed. */
    public static List<BrokenPromise> run(Template template, long seed) {
        return CrowdScenario.run(template, seed, "failing stream consumers", FailingStreamConsumers::live);
    }

    private static void live(CrowdScenario scenario) {
        scenario.world().faults().failCalls("NotifierFunction", TIME);
        scenario.crowd().settle();
        scenario.internet().receivers().forEach(receiver -> receiver.become(ReceiverCharacter.HEALTHY));
        scenario.world().faults().failCalls("FanOutFunction", TIME);
        scenario.crowd().recordTogether(scenario.world().scheduler().now().plus(TIME));
        scenario.world().scheduler().sleep(CALM);
    }
}
