package com.scheduleevents.local.receiver;

import java.util.Map;
import java.util.Optional;

/**
 * A delivery that came in.
 *
 * @param at when, RFC 3339 in UTC
 * @param inbox the last segment of its path
 * @param id the event's; empty when the body has none
 * @param type the event's; empty when the body has none
 * @param attempt value of the header Service-Attempt
 * @param verified whether both signatures were checked and are right
 * @param note why not
 * @param duplicate whether a delivery of this event was accepted before
 * @param status that was answered; empty when nothing was
 * @param headers those that the service sends
 * @param body as it came
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
