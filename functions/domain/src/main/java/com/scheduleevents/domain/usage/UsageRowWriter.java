package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Map;

/**
 * Port: stores counted usage. Two counts of the same day may run concurrently; every write has the time when its count began, and none
 * overwrites a write of a later count.
 */
public interface UsageRowWriter {

    /**
     * Announces that the day's usage is about to be written.
     *
     * @param began when the count began
     */
    Claim claim(AccountId account, UsageDay day, Instant began);

    /** The stored usage of the day, by clinic. */
    Map<ClinicId, Usage> written(AccountId account, UsageDay day);

    /**
     * Replaces the usage of a clinic; idempotent.
     *
     * @param began when the count began
     * @return whether it was replaced; not when a later count has written
     */
    boolean put(AccountId account, UsageKey key, Usage usage, Instant began);

    /**
     * Replaces the figures of a webhook; idempotent. Nothing happens when a later count has written them.
     *
     * @param began when the count began
     */
    void put(AccountId account, UsageDay day, WebhookId webhook, DayFigures figures, Instant began);

    /**
     * Marks the day's usage as completely written. Nothing happens when a later count has announced itself.
     *
     * @param began when the count began
     */
    void finish(AccountId account, UsageDay day, Instant began);

    /** Whether other counts of the day may be writing. */
    enum Claim {
        /** None: every earlier count was completely written. */
        ALONE,
        /** An earlier count was not completely written: it has crashed, or is still writing. */
        DISPUTED,
        /** A later count has announced itself: this one must not write. */
        OVERTAKEN
    }
}
