package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
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
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.IdempotentChangeStoreContract;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoIdempotentChangesTest extends IdempotentChangeStoreContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final WebhookStore webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));
    private final IdempotentChangeStore keyed = new DynamoIdempotentChanges(
            TABLES.dynamoDb(), TABLES.named("WebhooksTable"), TABLES.named("IdempotencyTable"));

    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final Registrations registrations = new DynamoRegistrations(
            TABLES.dynamoDb(),
            TABLES.named("WebhooksTable"),
            TABLES.named("IdempotencyTable"),
            TABLES.named("AccountsTable"));

    @Override
    protected IdempotentChangeStore changes() {
        return keyed;
    }

    @Override
    protected RequestKeys requestKeys() {
        return new DynamoRequestKeys(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
    }

    @Override
    protected Registrations registrations() {
        return registrations;
    }

    @Override
    protected WebhookStore webhooks() {
        return webhooks;
    }

    @Override
    protected void insert(Webhook webhook) {
        StoredWebhooks.put(TABLES, webhook);
    }

    @Override
    protected Registrant registrant(AccountId of) {
        new StoredAccounts(TABLES).open(of, "a@b.example");
        return new Registrant(
                Grant.unused(new Caller(of, new ApiKeyId("key_1"), Set.of(), true)),
                new Clinics.All(),
                AccountState.ACTIVE,
                accounts.terms(of).orElseThrow());
    }

    @Test
    void oneOfTwentyConcurrentRequestsRegisters() {
        Registrant by = registrant(account);
        List<Future<Boolean>> tries;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            tries = Stream.generate(() -> threads.submit(() -> registrations.register(registration(), by, NOW)))
                    .limit(20)
                    .toList();
        }
        assertThat(tries).extracting(Future::resultNow).containsOnlyOnce(true);
        assertThat(webhooks.newestFirst(account, Optional.empty(), 30)).hasSize(1);
    }
}
