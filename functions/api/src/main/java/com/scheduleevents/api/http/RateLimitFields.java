package com.scheduleevents.api.http;

import com.scheduleevents.api.http.TokenBucket.Draw;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Duration;

/**
 * What an answer says about its key's rate, in the header fields of draft-ietf-httpapi-ratelimit-headers-11: the policy (q
 * requests in w seconds), and of it what is left (r, and t seconds until all is back).
 */
final class RateLimitFields {

    private static final String POLICY = "\"default\"";

    private RateLimitFields() {}

    static Response on(Response response, Rate rate, Draw draw) {
        Response told = response.with("RateLimit-Policy", POLICY + ";q=" + rate.burst() + ";w=" + Rate.WINDOW_SECONDS)
                .with("RateLimit", POLICY + ";r=" + draw.left() + ";t=" + seconds(draw.untilFull()));
        return draw.granted() ? told : told.with("Retry-After", Long.toString(seconds(draw.untilNext())));
    }

    /** @throws ApiException 429 when there was no token for the request */
    static void require(Draw draw, Rate rate) {
        if (!draw.granted()) {
            throw new ApiException(
                    ErrorCode.RATE_LIMITED,
                    null,
                    "This API key makes more than " + rate.perSecond()
                            + " requests a second. Wait for the seconds in Retry-After, then try again.");
        }
    }

    /** Rounded up, so that who waits for so long has waited long enough. */
    private static long seconds(Duration time) {
        return time.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
