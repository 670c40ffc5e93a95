package com.scheduleevents.domain.receiver;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Port: the receivers of deliveries. */
@FunctionalInterface
public interface Receivers {

    /**
     * Makes one attempt: sends one signed event to the URL of a webhook, and waits for the response headers.
     *
     * @param stillWanted called when the attempt had to wait because of other attempts to the host, since the webhook may have changed
     *     in the meantime
     * @return the outcome, at the latest a little after the timeout; empty when the attempt is no longer wanted. No error of a receiver,
     *     its name server or the network is thrown, and nothing that they sent is returned except the status, the time of the
     *     {@code Retry-After} header and, if the request captures it, the start of a response that is a failure
     */
    Optional<AttemptOutcome> attempt(AttemptRequest request, BooleanSupplier stillWanted);

    /** Makes one attempt that is wanted in any case. */
    default AttemptOutcome attempt(AttemptRequest request) {
        return attempt(request, () -> true).orElseThrow();
    }
}
