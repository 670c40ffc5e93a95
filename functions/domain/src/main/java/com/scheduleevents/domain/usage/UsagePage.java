package com.scheduleevents.domain.usage;

import java.util.List;
import java.util.Optional;

/**
 * A page of usage.
 *
 * @param rows latest day first, within a day the last clinic first
 * @param next where the next page starts after; empty when nothing follows
 */
public record UsagePage(List<DailyUsage> rows, Optional<UsageKey> next) {

    /** Keeps a copy. */
    public UsagePage {
        rows = List.copyOf(rows);
    }
}
