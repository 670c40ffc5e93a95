package com.scheduleevents.benchmark.cost;

/**
 * A tenant of a metered world.
 *
 * @param account its account
 * @param clinic its only clinic
 * @param apiKey the secret of an API key that sees it
 */
record MeteredTenant(String account, String clinic, String apiKey) {}
