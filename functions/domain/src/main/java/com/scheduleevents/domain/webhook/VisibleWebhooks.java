package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import java.util.Optional;

/**
 * Reads webhooks on behalf of an API key. The key sees only webhooks whose clinics it sees all of; other webhooks are treated as if they
 * did not exist.
 */
public final class VisibleWebhooks {

    /** How many webhooks are read at a time where the key may not see most of them. */
    private static final int FILTERED_CHUNK = 250;

    private final WebhookStore store;

    public VisibleWebhooks(WebhookStore store) {
        this.store = store;
    }

    /** Finds a webhook that a key with access to these clinics sees. */
    public Optional<Webhook> one(AccountId account, Clinics seen, WebhookId id) {
        return store.find(account, id).filter(webhook -> webhook.isSeenBy(seen));
    }

    /** Finds the webhook that has the external id, if a key with access to these clinics sees it. */
    public Optional<Webhook> one(AccountId account, Clinics seen, ExternalId id) {
        return store.find(account, id).filter(webhook -> webhook.isSeenBy(seen));
    }

    /**
     * Reads one page, newest first. However many webhooks the key does not see, all are read until the page is full: its cursor and its
     * end depend on nothing that the key does not see, and an account has at most a few thousand webhooks.
     *
     * @param limit the size of the page, at least 1
     */
    public Page<Webhook, WebhookId> page(
            AccountId account, Clinics seen, Optional<WebhookId> startingAfter, int limit) {
        int chunk = seen instanceof Clinics.All ? limit + 1 : Math.max(limit + 1, FILTERED_CHUNK);
        return new FilteredList<Webhook, WebhookId>(
                        (after, max) -> store.newestFirst(account, after, max),
                        Webhook::id,
                        chunk,
                        FilteredList.NO_BUDGET)
                .matching(startingAfter, limit, webhook -> webhook.isSeenBy(seen));
    }
}
