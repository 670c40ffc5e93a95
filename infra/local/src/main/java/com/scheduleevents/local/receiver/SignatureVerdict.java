package com.scheduleevents.local.receiver;

/**
 * The result of verifying a delivery's signatures.
 *
 * @param acceptable whether the delivery may be accepted
 * @param verified whether both signatures were checked and are valid
 * @param note why it is not verified; empty when it is
 */
record SignatureVerdict(boolean acceptable, boolean verified, String note) {

    static final SignatureVerdict VERIFIED = new SignatureVerdict(true, true, "");
    static final SignatureVerdict UNKNOWN = new SignatureVerdict(true, false, "no secret known");

    static SignatureVerdict refused(String note) {
        return new SignatureVerdict(false, false, note);
    }
}
