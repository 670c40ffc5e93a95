package com.scheduleevents.domain.receiver;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The receivers' side of the world. */
@FunctionalInterface
public interface Receivers {

    /**
     * Makes one attempt: sends one signed event to one webhook's url, and waits for the headers of the answer.
     *
     * @param stillWanted asked when the attempt had to wait for its turn at the host, since what it was decided by may have
     *     changed meanwhile
     * @return what came of it, at the latest a little after the attempt's timeout; empty when it was not wanted any more.
     *     Nothing that a receiver, its name server or the network does is thrown, and nothing of what they sent is handed on
     *     besides the status and how long the {@code Retry-After} header asks to wait
     */
    Optional<AttemptOutcome> attempt(AttemptRequest request, BooleanSupplier stillWanted);

    /** Makes one attempt that is wanted whatever happens meanwhile. */
    default AttemptOutcome attempt(AttemptRequest request) {
        return attempt(request, () -> true).orElseThrow();
    }
}
