package com.scheduleevents.emulator.proxy;

/** Decides on every call of the functions, before and after the service handles it. */
public interface CallInterceptor {

    /** What happens to a call. */
    sealed interface Interception {

        /** It passes. */
        Interception PASS = new Pass();

        /** Its instance is killed: the call gets no response. */
        Interception KILL = new Kill();

        /** See {@link #PASS}. */
        record Pass() implements Interception {}

        /** See {@link #KILL}. */
        record Kill() implements Interception {}

        /**
         * It gets the error response of a missing permission.
         *
         * @param reason the error's message
         */
        record Deny(String reason) implements Interception {}
    }

    /** Called before the service handles the call. */
    Interception before(ServiceCall call);

    /** Called after the service handled the call, before its response is passed on; {@link Interception.Deny} is ignored here. */
    default Interception after(ServiceCall call) {
        return Interception.PASS;
    }
}
