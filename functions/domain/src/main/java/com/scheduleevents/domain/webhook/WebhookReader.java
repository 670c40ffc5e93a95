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
public final class WebhookReader {

    /** The maximum number of webhooks that one page reads, including those that the key does not see. */
    static final int READ_BUDGET = 1_000;

    private final WebhookStore store;

    public WebhookReader(WebhookStore store) {
        this.store = store;
    }

    /** Finds a webhook that a key with access to these clinics sees. */
    public Optional<Webhook> one(AccountId account, Clinics seen, WebhookId id) {
        return store.find(account, id).filter(webhook -> webhook.isSeenBy(seen));
    }

    /**
     * Reads one page, newest first. A page that ends at the read budget is short and has a cursor.
     *
     * @param limit the size of the page, at least 1
     */
    public Page<Webhook, WebhookId> page(
            AccountId account, Clinics seen, Optional<WebhookId> startingAfter, int limit) {
        return new FilteredList<Webhook, WebhookId>(
                        (after, max) -> store.newestFirst(account, after, max), Webhook::id, limit + 1, READ_BUDGET)
                .matching(startingAfter, limit, webhook -> webhook.isSeenBy(seen));
    }
}
