package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;

/**
 * A webhook whose deliveries are counted, deleted since or not.
 *
 * @param id the webhook
 * @param clinic the only clinic that its deliveries can be of; empty when that is not known
 */
public record CountedWebhook(WebhookId id, Optional<ClinicId> clinic) {}
