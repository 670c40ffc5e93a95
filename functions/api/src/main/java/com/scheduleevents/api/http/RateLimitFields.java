package com.scheduleevents.api.http;

import com.scheduleevents.api.http.RequestCharge.Refusal;
import com.scheduleevents.api.http.RequestCharge.Remainder;
import com.scheduleevents.domain.rate.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rate limit headers of a response (draft-ietf-httpapi-ratelimit-headers-11): for each limit the policy (q requests in w seconds) and
 * what is left of it (r requests, and t seconds until the quota is full again).
 */
final class RateLimitFields {

    private RateLimitFields() {}

    /** Adds them to a response. One to which no limit applies stays as it is. */
    static Response on(Response response, RequestCharge charge) {
        List<Remainder> remainders = charge.remainders();
        if (remainders.isEmpty()) {
            return response;
        }
        Response limited = response.with(
                        "RateLimit-Policy",
                        list(remainders, one -> "q=" + one.limit().rate().burst() + ";w=" + Rate.WINDOW_SECONDS))
                .with("RateLimit", list(remainders, one -> "r=" + one.left() + ";t=" + seconds(one.untilFull())));
        Optional<Refusal> refusal = charge.refusal();
        return refusal.isEmpty()
                ? limited
                : limited.with(
                        "Retry-After", Long.toString(seconds(refusal.get().pause())));
    }

    private static String list(List<Remainder> remainders, Function<Remainder, String> parameters) {
        return remainders.stream()
                .map(one ->
                        "\"" + one.limit().subject().name().toLowerCase(Locale.ROOT) + "\";" + parameters.apply(one))
                .collect(Collectors.joining(", "));
    }

    /** Rounded up, so that a client that waits this long has waited long enough. */
    private static long seconds(Duration time) {
        return time.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
