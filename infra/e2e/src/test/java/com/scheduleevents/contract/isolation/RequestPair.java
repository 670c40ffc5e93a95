package com.scheduleevents.contract.isolation;

import com.scheduleevents.contract.mutation.RequestDraft;
import java.util.Map;

/**
 * One request, twice: naming what is not to be seen, and what is nobody's.
 *
 * @param hidden names something that there is, or was
 * @param unknown names nothing that ever was, in the same form
 * @param form tells what comes of the unknown: where it is the same, that is; empty: nothing tells
 */
record RequestPair(RequestDraft hidden, RequestDraft unknown, Map<String, String> form) {

    RequestPair(RequestDraft hidden, RequestDraft unknown) {
        this(hidden, unknown, Map.of());
    }
}
