package com.scheduleevents.simulation;

import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.faults.FaultLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The plans of seeds at a level: even ones are busy, odd ones quiet. */
final class SeedPlans {

    /** How many hours of trouble the command line asks for, all of them busy; 0 for the time and the pace of each seed. */
    private static final long HOURS = Long.getLong("simulation.hours", 0);

    private final Map<Pace, Template> templates = new EnumMap<>(Pace.class);
    private final FaultLevel level;

    SeedPlans(Path template, FaultLevel level) {
        this.level = level;
        for (Pace pace : Pace.values()) {
            String retention = "P" + pace.retention().toDays() + "D";
            templates.put(pace, SimulatedDeployment.template(template, Map.of("Retention", retention)));
        }
    }

    SimulationPlan plan(long seed) {
        Pace pace = HOURS > 0 || seed % 2 == 0 ? Pace.BUSY : Pace.QUIET;
        SimulationPlan plan = SimulationPlan.of(Objects.requireNonNull(templates.get(pace)), seed, level, pace);
        return HOURS > 0 ? plan.lasting(Duration.ofHours(HOURS)) : plan;
    }
}
