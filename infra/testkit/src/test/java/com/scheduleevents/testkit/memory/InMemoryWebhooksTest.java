package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.contract.BoundedWebhookStoreContract;

final class InMemoryWebhooksTest extends BoundedWebhookStoreContract {

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();

    @Override
    protected WebhookStore webhooks() {
        return webhooks;
    }

    @Override
    protected void insert(Webhook webhook) {
        webhooks.insert(webhook);
    }
}
