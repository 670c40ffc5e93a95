package com.scheduleevents.domain.webhook;

import java.util.List;
import java.util.Optional;

/**
 * A page of an account's webhooks.
 *
 * @param webhooks newest first
 * @param next where the next page starts after; empty when nothing follows
 */
public record WebhookPage(List<Webhook> webhooks, Optional<WebhookId> next) {

    /** Keeps a copy. */
    public WebhookPage {
        webhooks = List.copyOf(webhooks);
    }
}
