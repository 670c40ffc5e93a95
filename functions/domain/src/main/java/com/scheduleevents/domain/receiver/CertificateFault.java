package com.scheduleevents.domain.receiver;

import java.util.Locale;

/** Why a receiver's certificate was not believed. Revocation is not looked at: public authorities keep lifetimes short. */
public enum CertificateFault {
    /** It, or one that it rests on, has expired. */
    EXPIRED,
    /** It, or one that it rests on, is not valid yet. */
    NOT_YET_VALID,
    /** It is good, and for another host. */
    WRONG_HOST,
    /** It vouches for itself. */
    SELF_SIGNED,
    /** Its authority is not known, a certificate in between was not sent, or its signature is not good enough. */
    UNTRUSTED;

    /** The name in logs: lower-case, with underscores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
