package com.scheduleevents.simulation.lambda;

/** A function's code in one execution environment, with whatever it keeps from one request to the next. */
@FunctionalInterface
public interface LoadedFunction {

    /**
     * Handles one request.
     *
     * @param event the event's JSON
     * @return the response's JSON
     * @throws Exception when the function fails
     */
    byte[] invoke(byte[] event, SimulatedContext context) throws Exception;
}
