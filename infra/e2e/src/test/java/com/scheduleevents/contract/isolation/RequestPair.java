package com.scheduleevents.contract.isolation;

import com.scheduleevents.contract.mutation.RequestDraft;
import java.util.Map;

/**
 * The same request twice: with the id of a hidden resource, and with an unknown id.
 *
 * @param hidden has the id of a resource that exists or existed
 * @param unknown has an id of the same form that never existed
 * @param form identifies requests with unknown ids that get the same response; empty when none do
 */
record RequestPair(RequestDraft hidden, RequestDraft unknown, Map<String, String> form) {

    RequestPair(RequestDraft hidden, RequestDraft unknown) {
        this(hidden, unknown, Map.of());
    }
}
