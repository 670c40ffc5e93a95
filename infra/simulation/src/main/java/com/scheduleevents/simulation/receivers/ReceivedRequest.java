package com.scheduleevents.simulation.receivers;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * An attempt as the receiver's side of the world saw it.
 *
 * @param at the true time
 * @param url what was called
 * @param headers as they were sent; those of an attempt for an event on a bus, which has none, with {@link #DETAIL_TYPE}
 * @param body as it was sent
 * @param certificate whom the certificate names that the receiver could ask for; empty for none
 * @param session by which a message came to a queue or an event to a bus; empty for a request to a host, and for what never came there
 * @param misled whether it went to a private address
 * @param arrived whether the receiver saw the request at all
 * @param accepted whether the receiver took the event and responded 2xx
 * @param responded whether that response reached the sender in time
 */
public record ReceivedRequest(
        Instant at,
        String url,
        Map<String, String> headers,
        String body,
        String certificate,
        Optional<RoleSession> session,
        boolean misled,
        boolean arrived,
        boolean accepted,
        boolean responded) {

    /** The name of the source and the detail type of an event on a bus among the headers. */
    public static final String DETAIL_TYPE = "detail-type";

    /** The id of the event. */
    public String event() {
        return headers.getOrDefault("webhook-id", "");
    }

    /** When it was signed, to the second, as it says itself. */
    public Instant signed() {
        return Instant.ofEpochSecond(Long.parseLong(headers.getOrDefault("webhook-timestamp", "0")));
    }

    /** Which attempt of its retry cycle it was. */
    public int attempt() {
        return Integer.parseInt(headers.getOrDefault("Service-Attempt", "0"));
    }
}
