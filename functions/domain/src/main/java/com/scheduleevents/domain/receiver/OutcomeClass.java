package com.scheduleevents.domain.receiver;

import java.util.Locale;

/** How an attempt ended. */
public enum OutcomeClass {
    /** The receiver responded with 2xx in time. */
    SUCCEEDED,
    /** The host's name could not be resolved. */
    DNS,
    /** The connection failed: refused, reset or unreachable. */
    CONNECT,
    /**
     * No agreement on TLS 1.2 or newer, a certificate that is not valid for this host, or TLS failed later but before
     * any response.
     */
    TLS,
    /** The response headers did not arrive in time, whichever stage took too long. */
    TIMEOUT,
    /** The response has a status that is neither 2xx nor 3xx. */
    STATUS,
    /** The response is a redirect, which is never followed. */
    REDIRECT,
    /** The URL, or an address that its host resolved to, may not be called. Nothing was sent. */
    REFUSED_ADDRESS,
    /** The response to the challenge, with 2xx and in time, does not return it. Nothing else was sent. */
    UNVERIFIED,
    /** The authorization server gave no access token for the webhook, whose receiver asks for one. Nothing was sent to the receiver. */
    NO_TOKEN,
    /** The role that lets the service send to the webhook's queue could not be assumed. Nothing was sent. */
    NO_ROLE,
    /** The connection broke before the response headers were complete, or the response was not HTTP. */
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
