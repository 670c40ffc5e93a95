package com.scheduleevents.domain.receiver;

import java.util.Locale;

/**
 * What was wrong with a certificate: why the receiver's is not trusted, or that it wants another one of the sender. Revocation
 * is not checked, because public authorities keep lifetimes short.
 */
public enum CertificateFault {
    /** It, or another certificate of its chain, has expired. */
    EXPIRED,
    /** It, or another certificate of its chain, is not valid yet. */
    NOT_YET_VALID,
    /** It is valid for another host. */
    WRONG_HOST,
    /** It is self-signed. */
    SELF_SIGNED,
    /** The issuer of a certificate was not sent and is no public authority: mostly an intermediate certificate is missing. */
    INCOMPLETE_CHAIN,
    /** Its chain is complete, but leads to an authority that is not trusted, or has a signature that is too weak. */
    UNTRUSTED,
    /** The receiver requires a certificate of its client, and the webhook has none that it asks for. */
    CLIENT_CERTIFICATE_REQUIRED,
    /** The receiver does not accept the client certificate of the webhook. */
    CLIENT_CERTIFICATE_REJECTED;

    /** The name in logs, tables and the API: lower-case, with underscores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The fault of that name. */
    public static CertificateFault named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
