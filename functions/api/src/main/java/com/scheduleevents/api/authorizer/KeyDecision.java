package com.scheduleevents.api.authorizer;

import com.scheduleevents.domain.account.Grant;

/** Whether a request has a valid API key. */
sealed interface KeyDecision {

    /**
     * It has.
     *
     * @param fingerprint of the key's secret
     * @param grant what the key may do
     */
    record Allowed(String fingerprint, Grant grant) implements KeyDecision {}

    /** It has not. */
    record Denied(DenialReason reason) implements KeyDecision {}
}
