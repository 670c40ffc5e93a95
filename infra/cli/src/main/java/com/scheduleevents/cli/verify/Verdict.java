package com.scheduleevents.cli.verify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/**
 * Whether a delivery verifies, and why not.
 *
 * @param explanation one sentence or two, for people
 */
record Verdict(Reason reason, String explanation) {

    /** What was found, the first of what a receiver would find. */
    enum Reason {
        VERIFIED,
        SECRET_MALFORMED,
        HEADER_MISSING,
        HEADER_MALFORMED,
        BODY_CHANGED,
        WRONG_SECRET,
        TIMESTAMP_OLD,
        TIMESTAMP_AHEAD
    }

    boolean verified() {
        return reason == Reason.VERIFIED;
    }

    /** @param secrets those that were tried; a fingerprint tells which they are */
    ObjectNode json(List<String> secrets) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("verified", verified())
                .put("reason", reason.name().toLowerCase(Locale.ROOT))
                .put("explanation", explanation);
        ArrayNode fingerprints = json.putArray("fingerprints");
        secrets.stream()
                .filter(SignedForm::isSecret)
                .map(SignedForm::fingerprint)
                .forEach(fingerprints::add);
        return json;
    }
}
