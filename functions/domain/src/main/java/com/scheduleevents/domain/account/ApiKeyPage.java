package com.scheduleevents.domain.account;

import java.util.List;
import java.util.Optional;

/**
 * A page of an account's API keys.
 *
 * @param keys newest first
 * @param next where the next page starts after; empty when nothing follows
 */
public record ApiKeyPage(List<VisibleApiKey> keys, Optional<ApiKeyId> next) {

    /** Keeps a copy. */
    public ApiKeyPage {
        keys = List.copyOf(keys);
    }
}
