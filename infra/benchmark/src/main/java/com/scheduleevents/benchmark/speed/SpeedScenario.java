package com.scheduleevents.benchmark.speed;

import java.io.IOException;

/** One thing whose speed is measured, by itself. */
@FunctionalInterface
interface SpeedScenario {

    /** Measures it and adds its figures. */
    void measure(SpeedRun run) throws IOException, InterruptedException;
}
