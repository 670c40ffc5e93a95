package com.scheduleevents.simulation.people;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import java.util.List;

/**
 * A customer of the service.
 *
 * @param account its account
 * @param email its owner's address
 * @param clinics its clinics
 * @param key the id of its key that sees all clinics
 * @param client calls the API with that key
 * @param narrowKey the id of its key that sees a list of clinics
 * @param narrowClient calls the API with that key
 */
record SimulatedTenant(
        AccountId account,
        String email,
        List<String> clinics,
        ApiKeyId key,
        SimulatedApiClient client,
        ApiKeyId narrowKey,
        SimulatedApiClient narrowClient) {}
