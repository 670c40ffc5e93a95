package com.scheduleevents.domain.receiver;

import java.util.Locale;

/** Why a receiver's certificate is not trusted. Revocation is not checked, because public authorities keep lifetimes short. */
public enum CertificateFault {
    /** It, or another certificate of its chain, has expired. */
    EXPIRED,
    /** It, or another certificate of its chain, is not valid yet. */
    NOT_YET_VALID,
    /** It is valid for another host. */
    WRONG_HOST,
    /** It is self-signed. */
    SELF_SIGNED,
    /** Its authority is unknown, an intermediate certificate was not sent, or its signature is too weak. */
    UNTRUSTED;

    /** The name in logs: lower-case, with underscores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
