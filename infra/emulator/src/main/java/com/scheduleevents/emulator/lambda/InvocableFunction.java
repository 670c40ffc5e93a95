package com.scheduleevents.emulator.lambda;

/** A function that can be invoked, as callers of Lambda see it. */
@FunctionalInterface
public interface InvocableFunction {

    /**
     * Invokes the function once and waits for its answer.
     *
     * @param event the JSON that Lambda would hand to it
     * @return the JSON that it answered
     * @throws FunctionFailed when it threw, timed out or could not start
     */
    byte[] invoke(byte[] event) throws FunctionFailed;
}
