package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.contract.UsageSourceContract;

final class InMemoryUsageSourceTest extends UsageSourceContract {

    private final InMemoryUsageSource source = new InMemoryUsageSource(2);

    @Override
    protected UsageSource source() {
        return source;
    }

    @Override
    protected void record(AccountId account, EventId event, ClinicId clinic) {
        source.record(account, event, clinic);
    }

    @Override
    protected void log(WebhookId webhook, CountedDelivery delivery) {
        source.log(webhook, delivery);
    }

    @Override
    protected void register(AccountId account, CountedWebhook webhook) {
        source.register(account, webhook);
    }
}
