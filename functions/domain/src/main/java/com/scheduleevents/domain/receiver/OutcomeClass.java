package com.scheduleevents.domain.receiver;

import java.util.Locale;

/** How an attempt ended. */
public enum OutcomeClass {
    /** The receiver answered 2xx in time. */
    SUCCEEDED,
    /** The host's name could not be resolved. */
    DNS,
    /** No connection: refused, reset or unreachable. */
    CONNECT,
    /** No agreement on TLS 1.2 or newer, or the certificate is not valid for this host. */
    TLS,
    /** The answer's headers did not arrive in time, at whatever stage the time was lost. */
    TIMEOUT,
    /** The receiver answered with a status that is neither 2xx nor 3xx. */
    STATUS,
    /** The receiver answered with a redirect; those are never followed. */
    REDIRECT,
    /** The url, or an address that its host resolved to, is not one that may be called. Nothing was sent. */
    REFUSED_ADDRESS,
    /** The connection broke before the answer's headers were complete, or the answer was no HTTP. */
    PROTOCOL;

    /** The name in logs, tables and the API: lower-case, with underscores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The outcome class of that name. */
    public static OutcomeClass named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
