package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.page.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads webhooks on behalf of a key, which sees those alone whose events are all of clinics that it sees: a webhook of
 * another clinic is to it as if it were not there.
 */
public final class WebhookReader {

    /** How many webhooks one page reads past those that its key does not see. */
    static final int READ_BUDGET = 1_000;

    private final WebhookStore store;

    /**
     * @param store the webhooks
     */
    public WebhookReader(WebhookStore store) {
        this.store = store;
    }

    /** The webhook, if it is there and the key sees it. */
    public Optional<Webhook> one(AccountId account, Clinics seen, WebhookId id) {
        return store.find(account, id).filter(webhook -> webhook.isSeenBy(seen));
    }

    /**
     * Reads one page, newest first. A page that ends at the read budget is short and says that more follows.
     *
     * @param limit at most this many, at least 1
     */
    public Page<Webhook, WebhookId> page(
            AccountId account, Clinics seen, Optional<WebhookId> startingAfter, int limit) {
        List<Webhook> found = new ArrayList<>();
        Optional<WebhookId> lookedAt = startingAfter;
        for (int read = 0; read < READ_BUDGET; ) {
            List<Webhook> chunk = store.newestFirst(account, lookedAt, limit + 1);
            for (Webhook webhook : chunk) {
                if (webhook.isSeenBy(seen)) {
                    if (found.size() == limit) {
                        return new Page<>(found, Optional.of(found.getLast().id()));
                    }
                    found.add(webhook);
                }
                lookedAt = Optional.of(webhook.id());
            }
            if (chunk.size() <= limit) {
                return Page.last(found);
            }
            read += chunk.size();
        }
        return new Page<>(found, lookedAt);
    }
}
