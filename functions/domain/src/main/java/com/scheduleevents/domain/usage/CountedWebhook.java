package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A webhook whose deliveries are counted; it may have been deleted.
 *
 * @param clinic the only clinic that its deliveries can belong to; empty when this is unknown
 * @param sending its generation; empty when it is disabled or deleted, so that no attempt follows by itself
 */
public record CountedWebhook(WebhookId id, Optional<ClinicId> clinic, OptionalLong sending) {

    /** A webhook of which everything is known; its deliveries may belong to any clinic. */
    public static CountedWebhook of(Webhook webhook) {
        return new CountedWebhook(
                webhook.id(),
                Optional.empty(),
                webhook.isActive() ? OptionalLong.of(webhook.generation()) : OptionalLong.empty());
    }
}
