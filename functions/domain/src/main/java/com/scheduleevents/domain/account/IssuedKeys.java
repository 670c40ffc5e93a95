package com.scheduleevents.domain.account;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What comes from an API key: the keys that it issued, and what those issued that are revoked by now. Whoever stole a key may have revoked
 * one that it issued to hide the next.
 */
public final class IssuedKeys {

    private final Set<ApiKeyId> revoked;
    private final List<ApiKeyId> valid;

    /** @param all all keys of the account, including revoked ones */
    public IssuedKeys(ApiKeyId key, List<ApiKey> all) {
        this.revoked = Set.copyOf(revokedFrom(key, all));
        this.valid = issuedBy(
                revoked, all.stream().filter(one -> one.grant().isPresent()).toList());
    }

    /** The key itself, and the revoked keys that come from it. */
    public Set<ApiKeyId> revoked() {
        return revoked;
    }

    /** The keys that were issued by one of these, and that are not revoked. */
    public List<ApiKeyId> valid() {
        return valid;
    }

    private static Set<ApiKeyId> revokedFrom(ApiKeyId key, List<ApiKey> all) {
        List<ApiKey> candidates =
                all.stream().filter(one -> one.grant().isEmpty()).toList();
        Set<ApiKeyId> found = new HashSet<>(Set.of(key));
        boolean grows = true;
        while (grows) {
            grows = found.addAll(issuedBy(found, candidates));
        }
        return found;
    }

    private static List<ApiKeyId> issuedBy(Set<ApiKeyId> issuers, List<ApiKey> keys) {
        return keys.stream()
                .filter(key -> key.createdBy().filter(issuers::contains).isPresent())
                .map(ApiKey::id)
                .toList();
    }
}
