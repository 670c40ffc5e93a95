package com.scheduleevents.api.control;

import com.scheduleevents.api.http.QueryParameters;
import java.util.Optional;
import java.util.Set;

/**
 * What the revocation of a key takes along.
 *
 * @param webhooks whether the webhooks that it registered are disabled
 * @param issuedKeys whether the keys that it issued are revoked, and those that they issued
 */
record RevocationQuery(boolean webhooks, boolean issuedKeys) {

    private static final String WEBHOOKS = "with_webhooks";
    private static final String ISSUED_KEYS = "with_issued_keys";

    static final Set<String> PARAMETERS = Set.of(WEBHOOKS, ISSUED_KEYS);

    /** @throws com.scheduleevents.domain.error.ApiException 400, naming the parameter */
    static RevocationQuery of(QueryParameters query) {
        return new RevocationQuery(flag(query, WEBHOOKS), flag(query, ISSUED_KEYS));
    }

    /** Whether anything besides the key itself is wanted. */
    boolean takesAlong() {
        return webhooks || issuedKeys;
    }

    private static boolean flag(QueryParameters query, String name) {
        return query.one(name, "true or false", RevocationQuery::parse).orElse(false);
    }

    private static Optional<Boolean> parse(String text) {
        return switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
