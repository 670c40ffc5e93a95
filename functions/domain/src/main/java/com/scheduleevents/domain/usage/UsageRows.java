package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Port: the usage that was counted and written down. */
public interface UsageRows {

    /** How many keys can be asked for at once. */
    int MAX_KEYS = 100;

    /**
     * When each day was counted, as far as it was: the time at which its latest finished count began.
     *
     * @param from the first day
     * @param to the last day
     */
    Map<UsageDay, Instant> counted(AccountId account, UsageDay from, UsageDay to);

    /**
     * All clinics' usage, latest day first, within a day the last clinic first, in one query.
     *
     * @param from the first day
     * @param to the last day
     * @param before only what comes after this in that order; it need not exist
     * @param max at most this many; fewer only when nothing follows
     */
    List<Row> newestFirst(AccountId account, UsageDay from, UsageDay to, Optional<UsageKey> before, int max);

    /**
     * The usage of some clinics' days; those of which nothing is written are not in it.
     *
     * @param keys at most {@link #MAX_KEYS}
     */
    Map<UsageKey, Usage> find(AccountId account, Set<UsageKey> keys);

    /**
     * What is written of a clinic's day.
     *
     * @param key which
     * @param usage how much
     */
    record Row(UsageKey key, Usage usage) {}
}
