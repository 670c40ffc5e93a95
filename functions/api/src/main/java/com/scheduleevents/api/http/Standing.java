package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Instant;

/** Whether a key that the gateway let through is to be served now. */
final class Standing {

    private Standing() {}

    /**
     * The gateway remembers for a minute that a key is good, but not beyond its end; and it can answer a refusal with one
     * status alone, which is 401.
     *
     * @throws ApiException 401 when the key's time is over, 403 when its account is suspended
     */
    static void require(Request request, Instant now) {
        if (request.caller().isExpired(now)) {
            throw new ApiException(
                    ErrorCode.EXPIRED_API_KEY,
                    null,
                    "This API key has expired. Use another one that your account has.");
        }
        if (request.isOfSuspendedAccount()) {
            throw new ApiException(
                    ErrorCode.ACCOUNT_SUSPENDED,
                    null,
                    "The account of this API key is suspended. Ask the operator of this service why, and to resume it.");
        }
    }
}
