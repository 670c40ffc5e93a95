package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;

/**
 * The message that makes a sender look at a webhook and its backlog: it tries one or a few deliveries, or moves the next step of
 * a drain. Duplicates are harmless: a probe is ignored unless
 * the webhook's {@code dueAt} is the lease that it carries.
 *
 * @param account the account that owns the webhook
 * @param webhook the webhook to probe
 * @param lease the {@code dueAt} that was written for this probe; to the millisecond
 */
public record Probe(AccountId account, WebhookId webhook, Instant lease) {}
