package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.Optional;

/**
 * An API key without its secret.
 *
 * @param label the description that its owner gave it
 * @param grant what its secret grants; empty when the key was revoked
 */
public record ApiKey(
        ApiKeyId id, Optional<String> label, Instant createdAt, Optional<Grant> grant, Optional<Instant> revokedAt) {}
