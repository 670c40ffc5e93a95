package com.scheduleevents.domain.receiver;

import java.time.Duration;
import java.util.Map;

/**
 * A signed HTTP request to a receiver.
 *
 * @param url the webhook's URL as it was registered; it is checked again before the request is sent
 * @param headers sent as they are, including {@code Content-Type} and {@code User-Agent}; the client adds the host, the length and the
 *     refusal of compression
 * @param body the event's JSON, sent as UTF-8
 * @param timeout the limit for lookup, connection, handshake, request and response headers together
 */
public record AttemptRequest(String url, Map<String, String> headers, String body, Duration timeout) {

    /** @throws IllegalArgumentException when the timeout is not at least a millisecond */
    public AttemptRequest {
        headers = Map.copyOf(headers);
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "An attempt needs a timeout of at least a millisecond, not " + timeout + ".");
        }
    }

    /** Omits the URL, the signature and the event, which must not be logged. */
    @Override
    public String toString() {
        return "AttemptRequest[timeout=" + timeout + "]";
    }
}
