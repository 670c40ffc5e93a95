package com.scheduleevents.domain.usage;

/**
 * What one clinic used on one day.
 *
 * @param key which clinic and day
 * @param usage how much
 * @param settled whether it was counted for good; until then it can grow
 * @param complete whether all of the day that there was to count was counted; false only of an open day that was larger than one
 *     request counts
 */
public record DailyUsage(UsageKey key, Usage usage, boolean settled, boolean complete) {}
