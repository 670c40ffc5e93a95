package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.Map;

/**
 * Port: where counted usage is put. Counts of the same day may meet; every write carries when its count began, and none takes
 * the place of a write of a later count.
 */
public interface UsageRowWriter {

    /**
     * Announces that the day's usage is about to be written.
     *
     * @param began when the count began
     */
    Claim claim(AccountId account, UsageDay day, Instant began);

    /** The usage that stands written for the day, by clinic. */
    Map<ClinicId, Usage> written(AccountId account, UsageDay day);

    /**
     * Puts a clinic's usage in the place of what is there; harmless to repeat.
     *
     * @param began when the count began
     * @return whether it is there; not when a later count was here
     */
    boolean put(AccountId account, UsageKey key, Usage usage, Instant began);

    /**
     * Says that all of the day's usage is written. Nothing happens when a later count has announced itself.
     *
     * @param began when the count began
     */
    void finish(AccountId account, UsageDay day, Instant began);

    /** Who else is at it. */
    enum Claim {
        /** Nobody: every earlier count was written to its end. */
        ALONE,
        /** An earlier count was never written to its end; it may have died, or may be at it still. */
        DISPUTED,
        /** A later count has announced itself: there is nothing left to do. */
        OVERTAKEN
    }
}
