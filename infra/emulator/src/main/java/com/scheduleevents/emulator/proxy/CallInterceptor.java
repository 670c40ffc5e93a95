package com.scheduleevents.emulator.proxy;

/** Looks at every call of the functions, on its way to the service and on its way back. */
public interface CallInterceptor {

    /** What becomes of a call. */
    sealed interface Verdict {

        /** It goes on. */
        Verdict PASS = new Pass();

        /** Its instance dies here: the call is never answered. */
        Verdict KILL = new Kill();

        /** See {@link #PASS}. */
        record Pass() implements Verdict {}

        /** See {@link #KILL}. */
        record Kill() implements Verdict {}

        /**
         * It is answered with an error, as a role without the permission would be.
         *
         * @param reason the error's message
         */
        record Deny(String reason) implements Verdict {}
    }

    /** Before the call is carried out. */
    Verdict before(ServiceCall call);

    /** After it was carried out, before its answer; {@link Verdict.Deny} means nothing here. */
    default Verdict after(ServiceCall call) {
        return Verdict.PASS;
    }
}
