package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.circuit.DueWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.contract.DueWebhooksContract;

final class InMemoryDueWebhooksTest extends DueWebhooksContract {

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final DueWebhooks due = new InMemoryDueWebhooks(webhooks);

    @Override
    protected DueWebhooks due() {
        return due;
    }

    @Override
    protected WebhookStore webhooks() {
        return webhooks;
    }

    @Override
    protected void insert(Webhook webhook) {
        webhooks.insert(webhook);
    }
}
