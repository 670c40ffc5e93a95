package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;

/**
 * "Look at this webhook now." Harmless in any number of copies: it means something only as long as the webhook's {@code
 * probeAt} is the lease that it was sent under.
 *
 * @param account whose webhook it is
 * @param webhook which
 * @param lease the {@code probeAt} that was written for it; to the millisecond
 */
public record Probe(AccountId account, WebhookId webhook, Instant lease) {}
