package com.scheduleevents.api.http;

import com.scheduleevents.api.http.TokenBucket.Draw;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Duration;

/**
 * The rate limit headers of a response (draft-ietf-httpapi-ratelimit-headers-11): the policy (q requests in w seconds) and what is
 * left of it (r requests, and t seconds until the quota is full again).
 */
final class RateLimitFields {

    private static final String POLICY = "\"default\"";

    private RateLimitFields() {}

    static Response on(Response response, Rate rate, Draw draw) {
        Response limited = response.with(
                        "RateLimit-Policy", POLICY + ";q=" + rate.burst() + ";w=" + Rate.WINDOW_SECONDS)
                .with("RateLimit", POLICY + ";r=" + draw.left() + ";t=" + seconds(draw.untilFull()));
        return draw.granted() ? limited : limited.with("Retry-After", Long.toString(seconds(draw.untilNext())));
    }

    /** @throws ApiException 429 when no token was left for the request */
    static void require(Draw draw, Rate rate) {
        if (!draw.granted()) {
            throw new ApiException(
                    ErrorCode.RATE_LIMITED,
                    null,
                    "This API key makes more than " + rate.perSecond()
                            + " requests per second. Wait as many seconds as Retry-After says, then try again.");
        }
    }

    /** Rounded up, so that a client that waits this long has waited long enough. */
    private static long seconds(Duration time) {
        return time.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
