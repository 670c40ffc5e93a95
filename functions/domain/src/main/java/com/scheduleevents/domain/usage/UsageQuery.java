package com.scheduleevents.domain.usage;

import java.util.Optional;

/**
 * One request for a page of usage.
 *
 * @param from the first day
 * @param to the last day, which may be still to come
 * @param before only what comes after this in the list, which leads backwards in time
 * @param limit how many a page holds at most, at least 1
 */
public record UsageQuery(UsageDay from, UsageDay to, Optional<UsageKey> before, int limit) {

    /** The longest stretch that can be asked for: three months, whichever. */
    public static final int MAX_DAYS = 92;

    /** The stretch of a request that names no beginning. */
    public static final int DEFAULT_DAYS = 31;
}
