package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Instant;
import java.util.Optional;

/** Checks whether an API key may be used now. */
public final class KeyStatus {

    private KeyStatus() {}

    /**
     * Checks a key that API Gateway let through. The gateway caches the authorizer's decision for up to a minute, and cannot return 403
     * with a reason of its own for a suspended account.
     *
     * @throws ApiException 401 when the key has expired, 403 when its account is suspended
     */
    static void require(AuthorizerContext authorizer, Instant now) {
        require(authorizer.caller().isExpired(now), authorizer.accountSuspended());
    }

    /**
     * Checks a key as it is stored at this moment, for a request whose effect outlasts the gateway's cache.
     *
     * @param grant what the key grants; empty when it was revoked
     * @throws ApiException 401 when the key was revoked or has expired, 403 when its account is suspended
     */
    public static Grant require(Optional<Grant> grant, Instant now) {
        Grant known = grant.orElseThrow(KeyStatus::unknown);
        require(known.caller().isExpired(now), known.accountSuspended());
        return known;
    }

    /** The error of a key that is unknown or was revoked. */
    public static ApiException unknown() {
        return new ApiException(
                ErrorCode.INVALID_API_KEY,
                null,
                "This API key is unknown or was revoked. Use another key of your account.");
    }

    /** The error of a key whose account is suspended. */
    public static ApiException suspended() {
        return new ApiException(
                ErrorCode.ACCOUNT_SUSPENDED,
                null,
                "The account of this API key is suspended. Ask the operator of this service to resume it.");
    }

    private static void require(boolean expired, boolean accountSuspended) {
        if (expired) {
            throw new ApiException(
                    ErrorCode.EXPIRED_API_KEY, null, "This API key has expired. Use another key of your account.");
        }
        if (accountSuspended) {
            throw suspended();
        }
    }
}
