package com.scheduleevents.domain.usage;

/**
 * What one clinic used on one day.
 *
 * @param key which clinic and day
 * @param usage how much
 * @param settled whether it was counted for good; until then it can grow
 */
public record DailyUsage(UsageKey key, Usage usage, boolean settled) {}
