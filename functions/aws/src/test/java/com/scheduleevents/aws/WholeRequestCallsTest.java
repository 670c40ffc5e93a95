package com.scheduleevents.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoPullQueue;
import com.scheduleevents.aws.queues.SqsQueue;
import com.scheduleevents.aws.secrets.DataKeyMaker;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.webhooks.DynamoPingLimit;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.aws.webhooks.StoredWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditReader;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.delivery.PingLimit.Kind;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.pull.Acknowledgements;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullReader;
import com.scheduleevents.domain.pull.PullReader.PulledDelivery;
import com.scheduleevents.domain.pull.PullWatch;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.samples.EventSamples;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Counts the calls to DynamoDB of whole requests that need several tables, port by port as their handlers use them. */
class WholeRequestCallsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Duration VISIBILITY = Duration.ofMinutes(1);

    /** Stands still, so that no minute ends during a test. */
    private final Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);

    private final Instant now = clock.instant();
    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final ApiKeyId key = new ApiKeyId("key_" + account.value());
    private final Caller caller = new Caller(account, key, EnumSet.allOf(Scope.class), true);

    /** Deliveries are taken and acknowledged side by side. */
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private final DynamoDbClient dynamoDb = TABLES.watched(calls::add);
    private final DynamoAccounts accounts = new DynamoAccounts(dynamoDb, TABLES.named("AccountsTable"));
    private final DynamoApiKeys keys = new DynamoApiKeys(dynamoDb, TABLES.named("AccountsTable"));
    private final DynamoWebhooks webhooks = new DynamoWebhooks(dynamoDb, TABLES.named("WebhooksTable"));
    private final DynamoDeliveryLog log = new DynamoDeliveryLog(dynamoDb, TABLES.named("DeliveriesTable"));
    private final PullQueue queue = new DynamoPullQueue(dynamoDb, TABLES.named("BacklogTable"), RANDOM, 1_000);
    private final PullReader reader = new PullReader(queue, log);

    @BeforeEach
    void openAccount() {
        StoredAccounts stored = new StoredAccounts(TABLES);
        stored.open(account, "owner@example.com");
        stored.issue(
                account, key, caller.scopes(), new Clinics.All(), ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM));
    }

    @Test
    void testEventTakesOneReadAndOneWriteBesideItsMessage() {
        WebhookId id = stored("https://example.com/").id();
        Webhook webhook = found(id);
        assertThat(new DynamoPingLimit(dynamoDb, TABLES.named("IdempotencyTable"))
                        .allows(webhook.id(), Kind.TEST_EVENT, now))
                .isTrue();
        Payload payload =
                Payload.test(EventSamples.draft(), EventId.mint(now, RANDOM).ofTest());
        SqsQueue.ofDeliveries(TABLES.sqs(), TABLES.newQueue("tests"))
                .send(List.of(DeliveryMessage.again(webhook, payload, Optional.empty(), now)));
        assertThat(calls).containsExactly("GetItem", "UpdateItem");
    }

    @Test
    void pullTakesThreeReadsAndAWriteForEachDeliveryAndOneMoreOfBothNowAndThen() {
        Webhook webhook = stored(WebhookSettings.PULLED);
        waiting(webhook, 10);
        SecretVault vault = new KmsSecretVault(
                new StoredDataKeys(dynamoDb, TABLES.named("DataKeysTable"), TABLES.kms(), LocalTables.WRAPPING_KEY),
                RANDOM);

        calls.clear();
        assertThat(pulled(webhook.id(), 4, vault)).hasSize(4);
        // The first pull in an hour is remembered, and an environment reads the data key once.
        assertThat(calls)
                .containsExactlyInAnyOrderElementsOf(
                        many(List.of("GetItem", "UpdateItem", "Query", "BatchGetItem", "GetItem"), "UpdateItem", 4));
        calls.clear();
        assertThat(pulled(webhook.id(), 3, vault)).hasSize(3);
        // Four deliveries at the head of the queue are in flight, so that a second page is read.
        assertThat(calls)
                .containsExactlyInAnyOrderElementsOf(
                        many(List.of("GetItem", "Query", "Query", "BatchGetItem"), "UpdateItem", 3));
    }

    @Test
    void emptyPullTakesTwoReads() {
        Webhook webhook = stored(WebhookSettings.PULLED);
        reader.pull(remembered(webhook.id()), 1, VISIBILITY, now);
        calls.clear();
        assertThat(reader.pull(remembered(webhook.id()), 1, VISIBILITY, now).deliveries())
                .isEmpty();
        assertThat(calls).containsExactly("GetItem", "Query");
    }

    @Test
    void acknowledgingTakesTwoReadsAndTwoWritesForEachDelivery() {
        Webhook webhook = stored(WebhookSettings.PULLED);
        waiting(webhook, 3);
        Set<PulledDelivery> pulled =
                Set.copyOf(reader.pull(found(webhook.id()), 3, VISIBILITY, now).deliveries());
        Acknowledgements acknowledgements = new Acknowledgements(queue, log, RETENTION, RANDOM, new InMemoryMetrics());

        calls.clear();
        acknowledgements.acknowledge(
                found(webhook.id()),
                pulled.stream().map(PulledDelivery::receipt).collect(Collectors.toSet()),
                now.plusSeconds(1));
        assertThat(calls)
                .containsExactlyInAnyOrderElementsOf(
                        many(many(List.of("GetItem", "BatchGetItem"), "UpdateItem", 3), "DeleteItem", 3));
        assertThat(log.find(
                        webhook.id(),
                        pulled.stream()
                                .map(delivery -> delivery.message().payload().id())
                                .collect(Collectors.toSet())))
                .hasSize(3);
    }

    @Test
    void pageOfTheAuditLogTakesOneQueryAndOneMoreForAKeyThatSeesSomeClinics() {
        DynamoAuditLog audit = new DynamoAuditLog(dynamoDb, TABLES.named("AuditLogTable"));
        IntStream.range(0, 30).forEach(i -> audit.put(entry(i)));
        AuditReader entries = new AuditReader(audit, new ClinicAccess(accounts));

        calls.clear();
        assertThat(entries.page(caller, Optional.empty(), 25, _ -> {}).items()).hasSize(25);
        assertThat(calls).containsExactly("Query");
        calls.clear();
        Caller some = new Caller(account, key, caller.scopes(), false);
        assertThat(entries.page(some, Optional.empty(), 25, _ -> {}).items()).isEmpty();
        assertThat(calls).containsExactly("Query", "Query");
    }

    @Test
    void consoleLinkTakesFiveReadsAndOneTransaction() {
        calls.clear();
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.of(accounts.isSandbox(account)), RANDOM);
        AccountTerms terms = accounts.terms(account).orElseThrow();
        Grant grant = keys.find(account, key).flatMap(ApiKey::grant).orElseThrow();
        int others = keys.count(account);
        NewApiKey link = new NewApiKey(
                account,
                ApiKeyId.mint(now, RANDOM),
                Optional.of(ApiKey.LINK_LABEL),
                Set.of(Scope.WEBHOOKS_READ),
                new Clinics.All(),
                now,
                Optional.of(now.plusSeconds(3_600)),
                grant.keyRequestsPerSecond(),
                Origin.of(grant.caller(), "r-1", now));
        assertThat(keys.issue(link, secret, terms.withRoomFor(100 - others))).isTrue();
        assertThat(calls)
                .containsExactly("GetItem", "GetItem", "BatchGetItem", "BatchGetItem", "Query", "TransactWriteItems");
    }

    /** The deliveries, as a request gets them. */
    private List<PulledDelivery> pulled(WebhookId id, int max, SecretVault vault) {
        Webhook webhook = remembered(id);
        List<PulledDelivery> deliveries =
                reader.pull(webhook, max, VISIBILITY, now).deliveries();
        webhook.liveSecrets(now).forEach(secret -> vault.open(account, id, secret));
        return deliveries;
    }

    private Webhook remembered(WebhookId id) {
        Webhook webhook = found(id);
        PullWatch watch = new PullWatch(Duration.ofDays(1));
        webhooks.change(webhook, health -> watch.afterPull(health, now));
        return webhook;
    }

    private Webhook found(WebhookId id) {
        return new VisibleWebhooks(webhooks)
                .one(account, new ClinicAccess(accounts).clinicsOf(caller), id)
                .orElseThrow();
    }

    private void waiting(Webhook webhook, int count) {
        IntStream.range(0, count)
                .mapToObj(i -> EventSamples.draft().as(EventId.mint(now.minusSeconds(count - i), RANDOM)))
                .forEach(event -> queue.add(DeliveryMessage.first(webhook, event, now), now.plus(RETENTION)));
    }

    private Webhook stored(String url) {
        WebhookId id = WebhookId.mint(now, RANDOM);
        SecretVault vault = new KmsSecretVault(
                new DataKeyMaker(
                        TABLES.dynamoDb(),
                        TABLES.named("DataKeysTable"),
                        TABLES.kms(),
                        LocalTables.WRAPPING_KEY,
                        clock),
                RANDOM);
        Webhook webhook = Webhook.registered(
                account,
                id,
                key,
                new WebhookSettings(url, List.of(Webhook.ALL_TYPES), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                vault.seal(account, id, 1, SigningSecret.mint(RANDOM)),
                now);
        StoredWebhooks.put(TABLES, webhook);
        return webhook;
    }

    private AuditEntry entry(int number) {
        return AuditEntry.of(
                account,
                AuditAction.API_KEY_REVOKED,
                Origin.operator(now),
                "number " + number,
                new Clinics.Listed(Set.of(new ClinicId("cln_hidden"))),
                Map.of());
    }

    private static List<String> many(List<String> once, String call, int times) {
        return Stream.concat(once.stream(), Collections.nCopies(times, call).stream())
                .toList();
    }
}
