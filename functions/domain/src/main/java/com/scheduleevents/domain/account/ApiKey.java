package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.Optional;

/**
 * An API key as people see it: never its secret.
 *
 * @param id its public name
 * @param label what people call it
 * @param createdAt when it was issued
 * @param grant what its secret opens; empty when it was revoked
 * @param revokedAt when it was revoked
 */
public record ApiKey(
        ApiKeyId id, Optional<String> label, Instant createdAt, Optional<Grant> grant, Optional<Instant> revokedAt) {}
