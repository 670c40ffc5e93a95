package com.scheduleevents.local.gate;

/** Looks at every call of the functions, on its way to the service and on its way back. */
public interface Interceptor {

    /** What becomes of a call. */
    enum Verdict {
        /** It goes on. */
        PASS,
        /** Its instance dies here: the call is never answered. */
        KILL,
        /** It is answered with an error, as a role without the permission would be. */
        DENY
    }

    /** Before the call is carried out. */
    Verdict before(Call call);

    /** After it was carried out, before its answer; {@link Verdict#DENY} means nothing here. */
    default Verdict after(Call call) {
        return Verdict.PASS;
    }
}
