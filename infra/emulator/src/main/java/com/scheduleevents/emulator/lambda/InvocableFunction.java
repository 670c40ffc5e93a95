package com.scheduleevents.emulator.lambda;

/** A function that can be invoked, as callers of Lambda see it. */
@FunctionalInterface
public interface InvocableFunction {

    /**
     * Invokes the function once and waits for its response.
     *
     * @param event the event as JSON
     * @return the response as JSON
     * @throws FunctionFailed when it threw an exception, timed out or could not start
     */
    byte[] invoke(byte[] event) throws FunctionFailed;
}
