package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Port: the stored usage. */
public interface UsageRows {

    /** The largest number of keys in one call. */
    int MAX_KEYS = 100;

    /**
     * When each day was counted: the time at which its latest complete count began.
     *
     * @param from the first day
     * @param to the last day
     */
    Map<UsageDay, Instant> counted(AccountId account, UsageDay from, UsageDay to);

    /**
     * The usage of all clinics, newest day first and within a day by clinic in descending order, in one query.
     *
     * @param from the first day
     * @param to the last day
     * @param before only rows after this one in that order; it need not exist
     * @param max at most this many; fewer only when there are no more
     */
    List<ClinicUsage> newestFirst(AccountId account, UsageDay from, UsageDay to, Optional<UsageKey> before, int max);

    /**
     * Finds the usage of some clinics and days.
     *
     * @param keys at most {@link #MAX_KEYS}
     */
    Map<UsageKey, Usage> find(AccountId account, Set<UsageKey> keys);

    /** The usage of a clinic on a day. */
    record ClinicUsage(UsageKey key, Usage usage) {}
}
