package com.scheduleevents.domain.webhook;

import java.util.List;

/**
 * The webhooks that an event may concern. One whose row cannot be read holds up none of the others.
 *
 * @param webhooks those that could be read
 * @param unreadable those that could not
 */
public record WebhookCandidates(List<Webhook> webhooks, List<Unreadable> unreadable) {

    /** Lists that do not change. */
    public WebhookCandidates {
        webhooks = List.copyOf(webhooks);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * A webhook whose row cannot be read.
     *
     * @param id which one
     * @param reason why, without anything that the row holds
     */
    public record Unreadable(WebhookId id, String reason) {}
}
