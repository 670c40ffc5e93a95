package com.scheduleevents.api.authorizer;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The token of the header {@code Authorization: Bearer …} (RFC 6750, section 2.1). */
final class BearerToken {

    /** The scheme in any case (RFC 9110, section 11.1), one space, one token. */
    private static final Pattern FORM = Pattern.compile("(?i:Bearer) (?<token>[^\\s,]+)");

    private BearerToken() {}

    static Optional<String> in(@Nullable Map<String, String> headers) {
        return Optional.ofNullable(headers).orElse(Map.of()).entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Authorization"))
                .map(header -> FORM.matcher(header.getValue()))
                .filter(Matcher::matches)
                .map(form -> form.group("token"))
                .findFirst();
    }
}
