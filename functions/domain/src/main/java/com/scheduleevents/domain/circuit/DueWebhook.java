package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;

/**
 * A webhook that is to be looked at.
 *
 * @param account whose it is
 * @param webhook which
 * @param probeAt since when
 */
public record DueWebhook(AccountId account, WebhookId webhook, Instant probeAt) {}
