package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;

/**
 * A webhook whose deliveries are counted; it may have been deleted.
 *
 * @param clinic the only clinic that its deliveries can belong to; empty when this is unknown
 */
public record CountedWebhook(WebhookId id, Optional<ClinicId> clinic) {}
