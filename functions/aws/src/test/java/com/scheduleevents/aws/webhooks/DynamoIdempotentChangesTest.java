package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChanges;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.IdempotentChangesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoIdempotentChangesTest extends IdempotentChangesContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant NOW = Instant.parse("2126-11-20T14:02:11Z");

    private static final IdempotencyKey KEY = new IdempotencyKey("a key");
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final WebhookStore webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));
    private final IdempotentChanges keyed = new DynamoIdempotentChanges(
            TABLES.dynamoDb(), TABLES.named("WebhooksTable"), TABLES.named("IdempotencyTable"));

    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final Registrations registrations = new DynamoRegistrations(
            TABLES.dynamoDb(),
            TABLES.named("WebhooksTable"),
            TABLES.named("IdempotencyTable"),
            TABLES.named("AccountsTable"));

    @Override
    protected IdempotentChanges changes() {
        return keyed;
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
            tries = Stream.generate(() -> threads.submit(() -> register(registration(), by, NOW)))
                    .limit(20)
                    .toList();
        }
        assertThat(tries).extracting(Future::resultNow).containsOnlyOnce(true);
        assertThat(webhooks.newestFirst(account, Optional.empty(), 30)).hasSize(1);
    }

    private boolean register(IdempotentChange change, Registrant by, Instant now) {
        return registrations.register(change, by, now);
    }

    private IdempotentChange registration() {
        Webhook webhook = Webhook.registered(
                account,
                WebhookId.mint(NOW, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                NOW);
        return new IdempotentChange(KEY, "f", webhook, NOW.plus(Duration.ofDays(1)));
    }
}
