package com.scheduleevents.simulation.people;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.simulation.promises.WatchedKey;

/**
 * An API key of a customer.
 *
 * @param id its id
 * @param client calls the API with it
 * @param clinics what it sees, as the operator knows it
 */
record SimulatedKey(ApiKeyId id, SimulatedApiClient client, WatchedKey clinics) {}
