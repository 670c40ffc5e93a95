package com.scheduleevents.domain.account;

import java.time.LocalDate;
import java.util.Optional;

/**
 * What an API key's secret opens.
 *
 * @param caller who sends it, and what that one may do
 * @param accountSuspended whether the account's requests are refused for now
 * @param lastUsedOn the last day (UTC) on which a request came with it; empty: none yet
 * @param requestsPerSecond what the operator set for the account in the place of the service's own limit
 */
public record Grant(
        Caller caller, boolean accountSuspended, Optional<LocalDate> lastUsedOn, Optional<Integer> requestsPerSecond) {

    /** What a key opens that was never used, of an account without agreements. */
    public static Grant unused(Caller caller) {
        return new Grant(caller, false, Optional.empty(), Optional.empty());
    }

    /** Whether a request on that day is the first of the day, as far as is known. */
    public boolean isFirstUseOn(LocalDate day) {
        return lastUsedOn.filter(last -> !last.isBefore(day)).isEmpty();
    }
}
