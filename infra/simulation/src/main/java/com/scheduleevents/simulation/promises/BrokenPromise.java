package com.scheduleevents.simulation.promises;

/**
 * A promise that was not kept.
 *
 * @param subject the event, webhook or queue that it is about: what to look for in the trace
 * @param explanation what happened instead, in one sentence
 */
public record BrokenPromise(Promise promise, String subject, String explanation) {

    @Override
    public String toString() {
        return promise + " is broken for " + subject + ": " + explanation;
    }
}
