package com.scheduleevents.simulation;

import com.scheduleevents.simulation.faults.FaultCounts;
import com.scheduleevents.simulation.promises.BrokenPromise;
import java.time.Duration;
import java.util.List;

/**
 * What came of a run.
 *
 * @param simulated how much time passed in it
 * @param events how many events were handed over
 * @param attempts how many attempts receivers and the network saw
 * @param mails how many e-mails arrived
 * @param counts what was called, and what went wrong there
 * @param broken which promises were broken
 */
public record SimulationResult(
        long seed,
        Duration simulated,
        int events,
        long attempts,
        int mails,
        FaultCounts counts,
        List<BrokenPromise> broken) {}
