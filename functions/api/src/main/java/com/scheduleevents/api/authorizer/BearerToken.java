package com.scheduleevents.api.authorizer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The token of the header {@code Authorization: Bearer …} (RFC 6750, section 2.1). */
final class BearerToken {

    /** The scheme in any case (RFC 9110, section 11.1), one space, one token. */
    private static final Pattern FORM = Pattern.compile("(?i:Bearer) (?<token>[^\\s,]+)");

    private BearerToken() {}

    /** @param authorization the value of the header */
    static Optional<String> in(String authorization) {
        return Optional.of(FORM.matcher(authorization)).filter(Matcher::matches).map(form -> form.group("token"));
    }
}
