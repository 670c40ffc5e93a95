package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.contract.DueWebhookIndexContract;

final class InMemoryDueWebhooksTest extends DueWebhookIndexContract {

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final DueWebhookIndex due = new InMemoryDueWebhooks(webhooks);

    @Override
    protected DueWebhookIndex due() {
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
