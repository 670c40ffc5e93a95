package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The plans of seeds at a level: even ones are busy, odd ones quiet. A seed draws parameters of the template, too, within the ranges in which all
 * promises hold: what is hardly ever met with the default values is met often with others.
 */
final class SeedPlans {

    /** How many hours of trouble the command line asks for, all of them busy; 0 for the time and the pace of each seed. */
    private static final long HOURS = Long.getLong("simulation.hours", 0);

    private static final List<String> CACHE_SECONDS = List.of("0", "5", "60");

    private final Path template;
    private final FaultLevel level;

    SeedPlans(Path template, FaultLevel level) {
        this.template = template;
        this.level = level;
    }

    SimulationPlan plan(long seed) {
        Pace pace = HOURS > 0 || seed % 2 == 0 ? Pace.BUSY : Pace.QUIET;
        SimulationPlan plan =
                SimulationPlan.of(SimulatedDeployment.template(template, parameters(seed, pace)), seed, level, pace);
        return HOURS > 0 ? plan.lasting(Duration.ofHours(HOURS)) : plan;
    }

    /** With fewer than two attempts per host at a time, a sender would need more than its time for a batch of slow ones. */
    private static Map<String, String> parameters(long seed, Pace pace) {
        RandomGenerator random = new RandomStreams(seed).stream("template");
        return Map.of(
                "Retention", "P" + pace.retention().toDays() + "D",
                "AttemptsPerHost", String.valueOf(random.nextInt(2, 11)),
                "AuthorizerCacheSeconds", CACHE_SECONDS.get(random.nextInt(CACHE_SECONDS.size())),
                "BatchingSeconds", String.valueOf(random.nextInt(3)),
                "FirstProbeWait", "PT" + random.nextInt(5, 31) + "S",
                "ReplayEventsPerSecond", String.valueOf(random.nextInt(1, 101)));
    }
}
