package com.scheduleevents.local.receiver;

/**
 * What a receiver makes of a delivery's signatures.
 *
 * @param acceptable whether it may be taken in
 * @param verified whether both signatures were checked and are right
 * @param note why not; empty when verified
 */
record Verdict(boolean acceptable, boolean verified, String note) {

    static final Verdict VERIFIED = new Verdict(true, true, "");
    static final Verdict UNKNOWN = new Verdict(true, false, "no secret known");

    static Verdict refused(String note) {
        return new Verdict(false, false, note);
    }
}
