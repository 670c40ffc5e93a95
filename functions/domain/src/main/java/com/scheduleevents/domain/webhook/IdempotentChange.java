package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.IdempotencyKey;
import java.time.Instant;

/**
 * A change of a webhook that came with an idempotency key: what was asked for and what became of it, so that a repeat can be
 * given the first answer again, the secret included.
 *
 * @param key the client's own name for the request
 * @param fingerprint of the request, to tell another one with the same key
 * @param webhook as it was right after the change; its newest secret is the one that was answered
 * @param expiresAt until when the key stays taken
 */
public record IdempotentChange(IdempotencyKey key, String fingerprint, Webhook webhook, Instant expiresAt) {}
