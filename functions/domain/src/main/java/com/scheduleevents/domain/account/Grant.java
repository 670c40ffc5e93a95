package com.scheduleevents.domain.account;

import java.time.LocalDate;
import java.util.Optional;

/**
 * What an API key's secret grants.
 *
 * @param caller the key and its permissions
 * @param accountSuspended whether the account is suspended
 * @param lastUsedOn the last day (UTC) on which the key was used; empty before its first use
 * @param requestsPerSecond the account's own rate limit; empty for the default
 * @param keyRequestsPerSecond the key's rate limit within that of its account; empty for none
 */
public record Grant(
        Caller caller,
        boolean accountSuspended,
        Optional<LocalDate> lastUsedOn,
        Optional<Integer> requestsPerSecond,
        Optional<Integer> keyRequestsPerSecond) {

    /** The grant of a key that was never used, of an active account with default limits. */
    public static Grant unused(Caller caller) {
        return new Grant(caller, false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether no earlier use on that day is known. */
    public boolean isFirstUseOn(LocalDate day) {
        return lastUsedOn.filter(last -> !last.isBefore(day)).isEmpty();
    }
}
