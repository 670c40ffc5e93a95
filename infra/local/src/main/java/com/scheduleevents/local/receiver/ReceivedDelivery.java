package com.scheduleevents.local.receiver;

import java.util.Map;
import java.util.Optional;

/**
 * A delivery that was received.
 *
 * @param at when it was received, RFC 3339 in UTC
 * @param inbox the last segment of its path
 * @param id the id of the event; empty when the body has none
 * @param type the type of the event; empty when the body has none
 * @param attempt value of the header Service-Attempt
 * @param verified whether both signatures were checked and are valid
 * @param note why it is not verified
 * @param duplicate whether a delivery of this event was accepted before
 * @param status the status of the response; empty when none was sent
 * @param headers the headers that the service sends, and those of the webhook whose names begin with {@code X-}
 * @param body the body as received
 */
record ReceivedDelivery(
        String at,
        String inbox,
        String id,
        String type,
        Optional<String> attempt,
        boolean verified,
        String note,
        boolean duplicate,
        Optional<Integer> status,
        Map<String, String> headers,
        String body) {

    boolean accepted() {
        return status.filter(code -> code >= 200 && code < 300).isPresent();
    }

    ReceivedDelivery asDuplicate() {
        return new ReceivedDelivery(at, inbox, id, type, attempt, verified, note, true, status, headers, body);
    }
}
