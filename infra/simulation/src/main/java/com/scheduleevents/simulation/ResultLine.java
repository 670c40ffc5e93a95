package com.scheduleevents.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.simulation.promises.BrokenPromise;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A {@link SimulationResult} as the line of JSON that one process prints and another reads. */
record ResultLine(
        long seed,
        long simulatedNanos,
        int events,
        long attempts,
        int mails,
        List<String> people,
        long drawn,
        List<FaultCounts.SiteCounts> counts,
        Map<String, FaultCounts.Transition> transitions,
        List<BrokenPromise> broken) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static String of(SimulationResult result) {
        try {
            return JSON.writeValueAsString(new ResultLine(
                    result.seed(),
                    result.simulated().toNanos(),
                    result.events(),
                    result.attempts(),
                    result.mails(),
                    result.people(),
                    result.drawn(),
                    result.counts().rows(),
                    result.counts().transitions(),
                    result.broken()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result that cannot be written", e);
        }
    }

    static SimulationResult read(String line) {
        try {
            ResultLine read = JSON.readValue(line, ResultLine.class);
            return new SimulationResult(
                    read.seed,
                    Duration.ofNanos(read.simulatedNanos),
                    read.events,
                    read.attempts,
                    read.mails,
                    read.people,
                    read.drawn,
                    FaultCounts.of(read.counts, read.transitions),
                    read.broken);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a process that simulates printed no result but: " + line, e);
        }
    }
}
