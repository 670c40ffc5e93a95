package com.scheduleevents.simulation.receivers;

import java.time.Instant;

/**
 * What the service got for a role of a customer.
 *
 * @param externalId for whom it assumed the role, as it says itself; empty for nobody
 * @param policy limits what the session may do; empty for no limit but that of the role
 * @param until when the session ends
 */
public record RoleSession(String externalId, String policy, Instant until) {}
