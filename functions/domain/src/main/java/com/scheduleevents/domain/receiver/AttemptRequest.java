package com.scheduleevents.domain.receiver;

import java.time.Duration;
import java.util.Map;

/**
 * One HTTP request to a receiver, signed and complete.
 *
 * @param url the webhook's url, as it was registered; it is checked again before anything is sent
 * @param headers sent as they are, {@code Content-Type} and {@code User-Agent} included; the host, the length and the
 *     refusal of compression are added
 * @param body the event's JSON, sent as UTF-8
 * @param timeout how long the whole of look-up, connection, handshake, request and the answer's headers may take
 */
public record AttemptRequest(String url, Map<String, String> headers, String body, Duration timeout) {

    /**
     * @throws IllegalArgumentException when the timeout is not at least a millisecond
     */
    public AttemptRequest {
        headers = Map.copyOf(headers);
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "An attempt needs a timeout of at least a millisecond, not " + timeout + ".");
        }
    }

    /** Nothing of what it carries: url, signature and event stay out of logs. */
    @Override
    public String toString() {
        return "AttemptRequest[timeout=" + timeout + "]";
    }
}
