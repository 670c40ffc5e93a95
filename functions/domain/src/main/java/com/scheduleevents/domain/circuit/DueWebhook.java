package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;

/** A webhook that is due for a probe since {@code probeAt}. */
public record DueWebhook(AccountId account, WebhookId webhook, Instant probeAt) {}
