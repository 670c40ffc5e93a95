package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;

/** A webhook that has been due for a look since {@code dueAt}. */
public record DueWebhook(AccountId account, WebhookId webhook, Instant dueAt) {}
