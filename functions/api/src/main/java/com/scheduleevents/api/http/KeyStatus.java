package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Instant;
import java.util.Optional;

/** Whether a key is to be served now. */
public final class KeyStatus {

    private KeyStatus() {}

    /**
     * Of what the gateway let through: it remembers for a minute that a key is good, but not beyond its end; and it can answer
     * a refusal with one status alone, which is 401.
     *
     * @throws ApiException 401 when the key's time is over, 403 when its account is suspended
     */
    static void require(Request request, Instant now) {
        require(request.caller().isExpired(now), request.isOfSuspendedAccount());
    }

    /**
     * Of what the tables say at this moment, for what is to outlast the minute that the gateway remembers.
     *
     * @param grant what the key's secret opens; empty when it was revoked
     * @throws ApiException 401 when the key was revoked or its time is over, 403 when its account is suspended
     */
    public static Grant require(Optional<Grant> grant, Instant now) {
        Grant known = grant.orElseThrow(KeyStatus::unknown);
        require(known.caller().isExpired(now), known.accountSuspended());
        return known;
    }

    /** The refusal of a key that is no key any more. */
    public static ApiException unknown() {
        return new ApiException(
                ErrorCode.INVALID_API_KEY,
                null,
                "This API key is unknown or was revoked. Use one that your account has.");
    }

    /** The refusal of a key whose account is suspended. */
    public static ApiException suspended() {
        return new ApiException(
                ErrorCode.ACCOUNT_SUSPENDED,
                null,
                "The account of this API key is suspended. Ask the operator of this service why, and to resume it.");
    }

    private static void require(boolean expired, boolean accountSuspended) {
        if (expired) {
            throw new ApiException(
                    ErrorCode.EXPIRED_API_KEY,
                    null,
                    "This API key has expired. Use another one that your account has.");
        }
        if (accountSuspended) {
            throw suspended();
        }
    }
}
