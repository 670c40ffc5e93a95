package com.scheduleevents.domain.usage;

/**
 * The usage of one clinic on one day.
 *
 * @param settled whether the figures are final
 * @param complete whether everything was counted; false for an open day that is too large for one request
 */
public record DailyUsage(UsageKey key, Usage usage, boolean settled, boolean complete) {}
