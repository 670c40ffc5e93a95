package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.request.RequestKeys;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.contract.IdempotentChangeStoreContract;
import java.util.Optional;
import java.util.Set;

final class InMemoryIdempotentChangesTest extends IdempotentChangeStoreContract {

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final InMemoryIdempotentChanges changes = new InMemoryIdempotentChanges(webhooks);

    @Override
    protected IdempotentChangeStore changes() {
        return changes;
    }

    @Override
    protected RequestKeys requestKeys() {
        return changes;
    }

    @Override
    protected Registrations registrations() {
        return changes;
    }

    @Override
    protected WebhookStore webhooks() {
        return webhooks;
    }

    @Override
    protected void insert(Webhook webhook) {
        webhooks.insert(webhook);
    }

    @Override
    protected Registrant registrant(AccountId account) {
        return new Registrant(
                Grant.unused(new Caller(account, new ApiKeyId("key_1"), Set.of(), true)),
                new Clinics.All(),
                AccountState.ACTIVE,
                new AccountTerms(Optional.empty(), Optional.empty(), 0));
    }
}
