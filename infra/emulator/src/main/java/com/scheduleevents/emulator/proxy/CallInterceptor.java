package com.scheduleevents.emulator.proxy;

/** Decides on every call of the functions, before and after the service handles it. */
public interface CallInterceptor {

    /** What happens to a call. */
    sealed interface Verdict {

        /** It passes. */
        Verdict PASS = new Pass();

        /** Its instance is killed: the call gets no response. */
        Verdict KILL = new Kill();

        /** See {@link #PASS}. */
        record Pass() implements Verdict {}

        /** See {@link #KILL}. */
        record Kill() implements Verdict {}

        /**
         * It gets the error response of a missing permission.
         *
         * @param reason the error's message
         */
        record Deny(String reason) implements Verdict {}
    }

    /** Called before the service handles the call. */
    Verdict before(ServiceCall call);

    /** Called after the service handled the call, before its response is passed on; {@link Verdict.Deny} is ignored here. */
    default Verdict after(ServiceCall call) {
        return Verdict.PASS;
    }
}
