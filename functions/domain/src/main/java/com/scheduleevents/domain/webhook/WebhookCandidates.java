package com.scheduleevents.domain.webhook;

import java.util.List;

/**
 * The webhooks that may match an event. An unreadable row does not delay the others.
 *
 * @param webhooks the readable webhooks
 * @param unreadable the webhooks whose rows cannot be read
 */
public record WebhookCandidates(List<Webhook> webhooks, List<Unreadable> unreadable) {

    public WebhookCandidates {
        webhooks = List.copyOf(webhooks);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * A webhook whose row cannot be read.
     *
     * @param id the webhook
     * @param reason why the row cannot be read, without its content
     */
    public record Unreadable(WebhookId id, String reason) {}
}
