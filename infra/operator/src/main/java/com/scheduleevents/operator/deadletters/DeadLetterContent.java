package com.scheduleevents.operator.deadletters;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a dead letter is, as far as an operator may know: identifiers and counts, never a payload or a secret.
 *
 * @param what in a few words
 * @param ids its identifiers and numbers, by name, in order
 */
record DeadLetterContent(String what, Map<String, String> ids) {

    /** The identifiers in one line. */
    String line() {
        return ids.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
