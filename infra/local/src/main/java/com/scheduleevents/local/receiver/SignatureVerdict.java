package com.scheduleevents.local.receiver;

/**
 * What a receiver makes of a delivery's signatures.
 *
 * @param acceptable whether it may be taken in
 * @param verified whether both signatures were checked and are right
 * @param note why not; empty when verified
 */
record SignatureVerdict(boolean acceptable, boolean verified, String note) {

    static final SignatureVerdict VERIFIED = new SignatureVerdict(true, true, "");
    static final SignatureVerdict UNKNOWN = new SignatureVerdict(true, false, "no secret known");

    static SignatureVerdict refused(String note) {
        return new SignatureVerdict(false, false, note);
    }
}
