package com.scheduleevents.local;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides which failures of functions the person at the terminal is told of. Whatever invokes a function tries again, so one failure
 * says only that the machine was busy for a moment; the log has it.
 */
final class RepeatedFailures {

    /** The failure of one function that is told; the log has those before it. */
    private static final int TOLD = 3;

    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /**
     * The line for the terminal, if there is to be one.
     *
     * @param failure the name of a function or event source, a colon and what happened
     */
    Optional<String> line(String failure) {
        String name = failure.split(":", 2)[0];
        return counts.merge(name, 1, Integer::sum) == TOLD
                ? Optional.of("! " + name + " has failed " + TOLD + " times; target/local-cloud.log says why.")
                : Optional.empty();
    }
}
