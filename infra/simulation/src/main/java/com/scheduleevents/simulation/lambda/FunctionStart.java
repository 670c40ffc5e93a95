package com.scheduleevents.simulation.lambda;

/**
 * Starts a function's code in a new execution environment. It runs as if before the snapshot was taken: the environment's
 * clock stands still at the time of the deployment, and what is drawn from its random numbers is the same in every
 * environment of the version.
 */
@FunctionalInterface
public interface FunctionStart {

    /** Starts the code. */
    LoadedFunction start(ExecutionEnvironment environment);
}
