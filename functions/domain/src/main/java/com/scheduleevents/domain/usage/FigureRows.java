package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Map;
import java.util.Set;

/** Port: the stored figures of each webhook and day. */
public interface FigureRows {

    /** The largest number of days in one call. */
    int MAX_DAYS = 100;

    /**
     * Finds the figures of some days of one webhook.
     *
     * @param days at most {@link #MAX_DAYS}
     */
    Map<UsageDay, DayFigures> find(AccountId account, WebhookId webhook, Set<UsageDay> days);

    /**
     * The figures of all webhooks together, deleted ones included.
     *
     * @param from the first day
     * @param to the last day
     * @param max how many rows to read at most, each of which is one webhook's day; the newest days first
     */
    Sums sum(AccountId account, UsageDay from, UsageDay to, int max);

    /**
     * Figures by day.
     *
     * @param rows how many rows were read
     * @param complete whether there are no more
     */
    record Sums(Map<UsageDay, DayFigures> days, int rows, boolean complete) {}
}
