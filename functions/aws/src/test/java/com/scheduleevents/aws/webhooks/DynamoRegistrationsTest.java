package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests that a webhook is registered only if its account has not changed since the registrant was read. */
class DynamoRegistrationsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ApiKeyId KEY = new ApiKeyId("key_1");

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final String accountsTable = TABLES.named("AccountsTable");
    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), accountsTable);
    private final DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

    @BeforeEach
    void open() {
        StoredAccounts stored = new StoredAccounts(TABLES);
        stored.open(account, "a@b.example");
        stored.issue(
                account,
                KEY,
                EnumSet.allOf(Scope.class),
                new Clinics.All(),
                ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM));
    }

    @Test
    void lostResponseIsNotAConflictAndReplacesNothing() {
        Webhook webhook = webhook("aaa");
        assertThat(registrations(TABLES.losingResponses()).register(webhook, registrant()))
                .isTrue();
        assertThat(webhooks.find(account, webhook.id())).contains(webhook);

        Webhook other = Webhook.registered(
                account,
                webhook.id(),
                KEY,
                webhook.settings(),
                webhook.visible(),
                new SealedSecret(1, "k", "other"),
                webhook.createdAt());
        assertThat(registrations(TABLES.dynamoDb()).register(other, registrant()))
                .isFalse();
        assertThat(webhooks.find(account, webhook.id())).contains(webhook);
    }

    @Test
    void oneOfSeveralConcurrentRegistrationsSucceeds() throws InterruptedException, ExecutionException {
        Registrant read = registrant();
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Callable<Boolean>> tries = Stream.of("a", "b", "c", "d")
                    .<Callable<Boolean>>map(
                            secret -> () -> registrations(TABLES.dynamoDb()).register(webhook(secret), read))
                    .toList();
            int registered = 0;
            for (Future<Boolean> one : pool.invokeAll(tries)) {
                registered += one.get() ? 1 : 0;
            }
            assertThat(registered).isEqualTo(1);
        }
        assertThat(webhooks.count(account)).isEqualTo(1);
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("e"), registrant()))
                .isTrue();
        assertThat(webhooks.count(account)).isEqualTo(2);
        assertThat(webhooks.count(new AccountId("acc_other"))).isZero();
    }

    @Test
    void registrationsConflictOnlyNearTheWebhookLimit() {
        Registrant roomy = registrant().withRoomFor(AccountTerms.LAST_PLACES + 1);
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("a"), roomy))
                .isTrue();
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("b"), roomy))
                .isTrue();
        Registrant tight = roomy.withRoomFor(AccountTerms.LAST_PLACES);
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("c"), tight))
                .isTrue();
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("d"), tight))
                .isFalse();
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("e"), roomy))
                .isFalse();
        assertThat(webhooks.count(account)).isEqualTo(3);
    }

    @Test
    void idsAreAnnouncedFromTheRegistrationOfAnOrderedWebhookOn() {
        Registrant roomy = registrant().withRoomFor(AccountTerms.LAST_PLACES + 1);
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("a"), roomy))
                .isTrue();
        assertThat(accounts.isOrdered(account)).isFalse();
        Webhook ordered = webhook("b").ordered();

        assertThat(registrations(TABLES.losingResponses()).register(ordered, roomy))
                .isTrue();

        assertThat(accounts.isOrdered(account)).isTrue();
        assertThat(webhooks.find(account, ordered.id())).contains(ordered);
        assertThat(registrations(TABLES.dynamoDb()).register(webhook("c").ordered(), roomy))
                .as("the account has changed since")
                .isFalse();
    }

    private Registrant registrant() {
        return accounts.registrant(account, KEY).orElseThrow();
    }

    private Registrations registrations(DynamoDbClient dynamoDb) {
        return new DynamoRegistrations(
                dynamoDb, TABLES.named("WebhooksTable"), TABLES.named("IdempotencyTable"), accountsTable);
    }

    private Webhook webhook(String ciphertext) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return Webhook.registered(
                account,
                WebhookId.mint(now, RANDOM),
                KEY,
                new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", ciphertext),
                now);
    }
}
