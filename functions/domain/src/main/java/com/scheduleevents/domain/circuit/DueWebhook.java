package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;

/**
 * A webhook that is due for a probe.
 *
 * @param account the account that owns the webhook
 * @param webhook the webhook
 * @param probeAt when the probe became due
 */
public record DueWebhook(AccountId account, WebhookId webhook, Instant probeAt) {}
