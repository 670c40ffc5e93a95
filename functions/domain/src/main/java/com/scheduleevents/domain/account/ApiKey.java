package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.Optional;

/**
 * An API key without its secret.
 *
 * @param label the description that its owner gave it
 * @param createdBy the API key that issued it; empty when the operator did
 * @param grant what its secret grants; empty when the key was revoked
 */
public record ApiKey(
        ApiKeyId id,
        Optional<String> label,
        Instant createdAt,
        Optional<ApiKeyId> createdBy,
        Optional<Grant> grant,
        Optional<Instant> revokedAt) {

    /** How the labels of the keys in links to the console begin, which end by themselves and are many. */
    public static final String LINK_LABEL = "Console link";

    /** Whether it was made for a link to the console. */
    public boolean isOfALink() {
        return isOfALink(label);
    }

    /** Whether a key with this label was made for a link to the console. */
    public static boolean isOfALink(Optional<String> label) {
        return label.filter(text -> text.startsWith(LINK_LABEL)).isPresent();
    }
}
