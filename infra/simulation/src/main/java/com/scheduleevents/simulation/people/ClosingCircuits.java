package com.scheduleevents.simulation.people;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.promises.BrokenPromise;
import java.time.Duration;
import java.util.List;

/**
 * A world in which circuits close, time after time, while every call of fan-out takes seconds. Between reading a webhook whose circuit is open and adding
 * an event to its backlog, fan-out is hardly ever so slow in the runs of seeds that the circuit has closed and its backlog was found empty.
 */
public final class ClosingCircuits {

    /** More than circuits need to open, and fan-out needs to be slow while they close. */
    private static final Duration AWAY = Duration.ofMinutes(15);

    private static final int TIMES = 6;

    private ClosingCircuits() {}

    /** Prints which promises are broken. */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, ClosingCircuits::run);
    }

    /** Which promises are broken there, with the people of a seed. */
    static List<BrokenPromise> run(Template template, long seed) {
        return CrowdScenario.run(template, seed, "closing circuits", scenario -> {
            scenario.crowd().settle();
            for (int time = 0; time < TIMES; time++) {
                scenario.crowd().seeCircuitsCloseWhileFanOutIsSlow(AWAY);
            }
        });
    }
}
