package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.Promise;
import java.time.Duration;
import java.util.List;

/**
 * The result of a run.
 *
 * @param simulated how much time passed in it
 * @param events how many events were handed over
 * @param attempts how many attempts receivers and the network saw
 * @param mails how many e-mails arrived
 * @param people who was busy in the time of trouble
 * @param drawn how many faults were drawn, whether or not the plan's filter let them happen
 * @param counts what was called, and what went wrong there
 * @param broken which promises were broken
 */
public record SimulationResult(
        long seed,
        Duration simulated,
        int events,
        long attempts,
        int mails,
        List<String> people,
        long drawn,
        FaultCounts counts,
        List<BrokenPromise> broken) {

    boolean breaks(Promise promise) {
        return broken.stream().anyMatch(found -> found.promise() == promise);
    }
}
