package com.scheduleevents.domain.usage;

import java.util.Optional;

/**
 * One request for a page of usage.
 *
 * @param from the first day
 * @param to the last day, which may be in the future
 * @param before only rows after this one in the list, which is newest first
 * @param limit the size of a page, at least 1
 */
public record UsageQuery(UsageDay from, UsageDay to, Optional<UsageKey> before, int limit) {

    /** The longest range of a request: any three months. */
    public static final int MAX_DAYS = 92;

    /** The length of the range when the request has no beginning. */
    public static final int DEFAULT_DAYS = 31;
}
