package com.scheduleevents.simulation.lambda;

import java.time.Duration;

/**
 * The configuration of a function.
 *
 * @param name its name, which its calls are counted under
 * @param timeout how long one invocation may take
 * @param concurrency how many invocations run at once at most
 */
public record FunctionSettings(String name, Duration timeout, int concurrency) {}
