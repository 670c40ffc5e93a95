package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.AccountGuard;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoIdempotentChangesTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    /** Far away: DynamoDB Local removes what has expired. */
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
            new AccountGuard(TABLES.named("AccountsTable")));

    @BeforeEach
    void openAccount() {
        new StoredAccounts(TABLES).open(account, "a@b.example");
    }

    @Test
    void theKeyAndTheWebhookAreWrittenTogether() {
        IdempotentChange change = registration();

        assertThat(keyed.find(account, KEY, NOW)).isEmpty();
        assertThat(register(change, NOW)).isTrue();
        assertThat(keyed.find(account, KEY, NOW)).contains(change);
        assertThat(webhooks.find(account, change.webhook().id())).contains(change.webhook());
        assertThat(keyed.find(new AccountId("acc_other"), KEY, NOW)).isEmpty();
    }

    @Test
    void aTakenKeyRegistersNothing() {
        register(registration(), NOW);
        IdempotentChange second = registration();

        assertThat(register(second, NOW)).isFalse();
        assertThat(webhooks.find(account, second.webhook().id())).isEmpty();
        Instant end = NOW.plus(Duration.ofDays(1));
        assertThat(keyed.find(account, KEY, end)).isEmpty();
        assertThat(register(second, end)).isTrue();
    }

    @Test
    void aChangeUnderAKeyIsMadeOnceAndToTheVersionThatWasRead() {
        Webhook webhook = registration().webhook();
        StoredWebhooks.put(TABLES, webhook);
        Webhook rotated = webhook.rotated(new SealedSecret(2, "k", "bbb"), NOW, Duration.ofHours(1));
        IdempotentChange change = new IdempotentChange(KEY, "f", rotated, NOW.plusSeconds(9));

        assertThat(keyed.update(change, NOW)).isTrue();
        assertThat(webhooks.find(account, webhook.id())).contains(rotated);
        assertThat(keyed.find(account, KEY, NOW)).contains(change);
        IdempotentChange stale = new IdempotentChange(new IdempotencyKey("b"), "f", rotated, NOW.plusSeconds(9));
        assertThat(keyed.update(stale, NOW)).isFalse();
        assertThat(keyed.find(account, stale.key(), NOW)).isEmpty();
    }

    @Test
    void ofTwentyAtOnceOneRegisters() {
        List<Future<Boolean>> tries;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            tries = Stream.generate(() -> threads.submit(() -> register(registration(), NOW)))
                    .limit(20)
                    .toList();
        }
        assertThat(tries).extracting(Future::resultNow).containsOnlyOnce(true);
        assertThat(webhooks.newestFirst(account, Optional.empty(), 30)).hasSize(1);
    }

    private boolean register(IdempotentChange change, Instant now) {
        Registrant by = new Registrant(
                account,
                new ApiKeyId("key_1"),
                new Clinics.All(),
                AccountState.ACTIVE,
                accounts.terms(account).orElseThrow());
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
