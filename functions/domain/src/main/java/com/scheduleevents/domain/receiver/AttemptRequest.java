package com.scheduleevents.domain.receiver;

import com.scheduleevents.domain.certificate.ClientIdentity;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A signed HTTP request to a receiver.
 *
 * @param url the webhook's URL as it was registered; it is checked again before the request is sent
 * @param headers sent as they are, including {@code Content-Type} and {@code User-Agent}; the client adds the host, the length and the
 *     refusal of compression
 * @param body the event's JSON, sent as UTF-8
 * @param challenge what the response has to return in the header {@link #CHALLENGE}; empty for any response
 * @param identity whose certificate is presented to a receiver that asks for one; empty for none
 * @param captures of which responses the outcome has the start
 * @param timeout the limit for lookup, connection, handshake, request and response headers together
 */
public record AttemptRequest(
        String url,
        Map<String, String> headers,
        String body,
        Optional<String> challenge,
        Optional<ClientIdentity> identity,
        ResponseCapture captures,
        Duration timeout) {

    /** The header with which a receiver returns a challenge. */
    public static final String CHALLENGE = "Service-Challenge";

    /** The name of this service in requests to others. */
    public static final String USER_AGENT = "Schedule-Events-Webhooks/1.0";

    /** A request that any response with 2xx accepts. */
    public AttemptRequest(String url, Map<String, String> headers, String body, Duration timeout) {
        this(url, headers, body, Optional.empty(), ResponseCapture.NONE, timeout);
    }

    /** A request that presents no certificate. */
    public AttemptRequest(
            String url,
            Map<String, String> headers,
            String body,
            Optional<String> challenge,
            ResponseCapture captures,
            Duration timeout) {
        this(url, headers, body, challenge, Optional.empty(), captures, timeout);
    }

    /** @throws IllegalArgumentException when the timeout is not at least a millisecond */
    public AttemptRequest {
        headers = Map.copyOf(headers);
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "An attempt needs a timeout of at least a millisecond, not " + timeout + ".");
        }
    }

    /** The same request with another header. */
    public AttemptRequest with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new AttemptRequest(url, more, body, challenge, identity, captures, timeout);
    }

    /** The same request with less time. */
    public AttemptRequest within(Duration rest) {
        return new AttemptRequest(url, headers, body, challenge, identity, captures, rest);
    }

    /** The same request, sent as somebody. */
    public AttemptRequest as(ClientIdentity sender) {
        return new AttemptRequest(url, headers, body, challenge, Optional.of(sender), captures, timeout);
    }

    /** Omits the URL, the signature and the event, which must not be logged. */
    @Override
    public String toString() {
        return "AttemptRequest[timeout=" + timeout + "]";
    }
}
