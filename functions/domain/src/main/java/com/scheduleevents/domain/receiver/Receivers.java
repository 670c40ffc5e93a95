package com.scheduleevents.domain.receiver;

/** The receivers' side of the world. */
@FunctionalInterface
public interface Receivers {

    /**
     * Makes one attempt: sends one signed event to one webhook's url, and waits for the headers of the answer.
     *
     * @return what came of it, at the latest a little after the attempt's timeout. Nothing that a receiver, its name
     *     server or the network does is thrown, and nothing of what they sent is handed on besides the status and the
     *     {@code Retry-After} header
     */
    Outcome attempt(AttemptRequest request);
}
