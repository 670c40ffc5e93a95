package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.IdempotencyKey;
import java.time.Instant;

/**
 * A change of a webhook that was requested with an idempotency key. A repeated request changes nothing; for a short time its response
 * contains the secret once more.
 *
 * @param key the client's own name for the request
 * @param fingerprint identifies the request, so that another request with the same key is recognised
 * @param webhook the webhook after the change; its newest secret is in the response
 * @param expiresAt when the key becomes free again
 */
public record IdempotentChange(IdempotencyKey key, String fingerprint, Webhook webhook, Instant expiresAt) {}
