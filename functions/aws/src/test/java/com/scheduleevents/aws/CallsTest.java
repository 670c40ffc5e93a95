package com.scheduleevents.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.events.DynamoBatches;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.aws.webhooks.StoredWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.circuit.AccountDeliveries;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.circuit.EventOutcomes;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.ShownStatus;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageQuery;
import com.scheduleevents.domain.usage.UsageReader;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.memory.PlainIds;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Counts the calls to DynamoDB per operation. The numbers are upper bounds, because each call is paid for. */
class CallsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final int CLINICS = 100;

    /** Stands still, so that no day ends during a test. */
    private final Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final ApiKeyId key = new ApiKeyId("key_" + account.value());
    private final ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM);
    private final Caller caller = new Caller(account, key, EnumSet.allOf(Scope.class), true);

    /** Calls are made side by side. */
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private final DynamoDbClient dynamoDb = TABLES.watched(calls::add);
    private final Accounts accounts = new DynamoAccounts(dynamoDb, TABLES.named("AccountsTable"));
    private final ApiKeyStore keys = new DynamoApiKeys(dynamoDb, TABLES.named("AccountsTable"));
    private final ClinicAccess access = new ClinicAccess(accounts);
    private final DynamoEvents events = new DynamoEvents(dynamoDb, TABLES.named("EventsTable"));
    private final Recording recording = new Recording(
            events,
            new DynamoIdempotency(dynamoDb, TABLES.named("IdempotencyTable")),
            PlainIds.of(RANDOM),
            clock,
            RETENTION);
    private final BatchRecording batches = new BatchRecording(
            new DynamoBatches(dynamoDb, TABLES.named("EventsTable"), TABLES.named("IdempotencyTable")),
            recording,
            clock,
            RETENTION);
    private final FeedReader feed = new FeedReader(events, RETENTION);

    @BeforeEach
    void openAccount() {
        StoredAccounts stored = new StoredAccounts(TABLES);
        stored.open(account, "owner@example.com");
        stored.add(
                account, IntStream.range(0, CLINICS).mapToObj(CallsTest::clinic).toList());
        stored.issue(account, key, caller.scopes(), new Clinics.All(), secret);
    }

    @Test
    void keyTakesOneRead() {
        assertThat(accounts.grantOf(secret.fingerprint())).contains(Grant.unused(caller));
        assertThat(calls).containsExactly("GetItem");
    }

    @Test
    void pageOfKeysTakesTwoReadsAndIssuingAKeyThreeCalls() {
        assertThat(keys.newestFirst(account, Optional.empty(), 25)).hasSize(1);
        assertThat(calls).containsExactly("Query", "BatchGetItem");
        calls.clear();
        AccountTerms terms = accounts.terms(account).orElseThrow();
        assertThat(keys.count(account)).isEqualTo(1);
        NewApiKey more = new NewApiKey(
                account,
                new ApiKeyId("key_more"),
                Optional.empty(),
                caller.scopes(),
                new Clinics.All(),
                Instant.now(),
                Optional.empty());
        assertThat(keys.issue(more, ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM), terms))
                .isTrue();
        assertThat(calls).containsExactly("GetItem", "Query", "TransactWriteItems");
    }

    @Test
    void recordingTakesOneWriteOrTwoWithAnIdempotencyKey() {
        access.require(caller, clinic(0));
        recording.record(account, EventSamples.draft(clinic(0).value()), Optional.empty());
        assertThat(calls).containsExactly("GetItem", "PutItem");
        calls.clear();
        recording.record(account, EventSamples.draft(), Optional.of(new IdempotencyKey("k")));
        assertThat(calls).containsExactly("PutItem", "PutItem");
    }

    @Test
    void batchOfAHundredWithKeysTakesNineCalls() {
        recordBatch(changes(i -> "k" + i));
        assertThat(calls)
                .containsOnlyOnce("BatchGetItem")
                .hasSize(9)
                .filteredOn("BatchExecuteStatement"::equals)
                .hasSize(8);
    }

    @Test
    void batchOfAHundredRepeatsTakesSevenCalls() {
        List<Change> changes = changes(i -> "k" + i);
        recordBatch(changes);
        calls.clear();
        recordBatch(changes);
        assertThat(calls)
                .containsExactly(
                        "BatchGetItem",
                        "BatchExecuteStatement",
                        "BatchExecuteStatement",
                        "BatchExecuteStatement",
                        "BatchExecuteStatement",
                        "BatchGetItem",
                        "BatchGetItem");
    }

    @Test
    void batchThatIsHalfRepeatsTakesNineCalls() {
        recordBatch(changes(i -> i % 2 == 0 ? "k" + i : "other" + i));
        calls.clear();
        recordBatch(changes(i -> "k" + i));
        assertThat(calls).hasSize(9).filteredOn("BatchExecuteStatement"::equals).hasSize(6);
    }

    @Test
    void pageOfEventsTakesOneQuery() {
        recordBatch(changes(i -> "k" + i));
        calls.clear();
        assertThat(page(Optional.empty())).isEqualTo(25);
        assertThat(calls).containsExactly("Query");
        calls.clear();
        assertThat(page(Optional.of(clinic(7)))).isEqualTo(1);
        assertThat(calls).containsExactly("Query");
    }

    @Test
    void eventTakesOneRead() {
        EventId id = recording
                .record(account, EventSamples.draft(), Optional.empty())
                .event()
                .id();
        calls.clear();
        assertThat(feed.one(account, id, Instant.now())).isPresent();
        assertThat(calls).containsExactly("GetItem");
    }

    @Test
    void accountTakesTwoReads() {
        assertThat(accounts.name(account)).contains(StoredAccounts.NAME);
        assertThat(accounts.clinicsOf(account)).hasSize(CLINICS);
        assertThat(calls).containsExactly("GetItem", "Query");
    }

    @Test
    void pageOfWebhooksTakesOneQuery() {
        DynamoWebhooks webhooks = new DynamoWebhooks(dynamoDb, TABLES.named("WebhooksTable"));
        Instant now = Instant.now();
        StoredWebhooks.put(TABLES, Stream.generate(() -> webhook(now)).limit(30).toList());
        for (int limit : new int[] {20, 30}) {
            calls.clear();
            assertThat(new VisibleWebhooks(webhooks)
                            .page(account, access.clinicsOf(caller), Optional.empty(), limit)
                            .items())
                    .hasSize(limit);
            assertThat(calls).containsExactly("Query");
        }
    }

    @Test
    void deliveriesOfAnEventTakeThreeReadsAndUndeliveredOnesTwoForEachWebhook() {
        VisibleWebhooks webhooks = new VisibleWebhooks(new DynamoWebhooks(dynamoDb, TABLES.named("WebhooksTable")));
        DeliveryLog log = new DynamoDeliveryLog(dynamoDb, TABLES.named("DeliveriesTable"));
        Backlog backlog = new DynamoBacklog(dynamoDb, TABLES.named("BacklogTable"));
        Instant now = Instant.now();
        StoredWebhooks.put(TABLES, Stream.generate(() -> webhook(now)).limit(30).toList());
        Recorded recorded = recording.record(account, EventSamples.draft(), Optional.empty());

        calls.clear();
        Event event = feed.one(account, recorded.event().id(), now).orElseThrow();
        assertThat(new EventOutcomes(webhooks, log, backlog)
                        .page(account, new Clinics.All(), event, Optional.empty(), 100, _ -> {})
                        .items())
                .hasSize(30);
        assertThat(calls).containsExactly("GetItem", "Query", "BatchGetItem");
        calls.clear();
        DeliveryQuery query = new DeliveryQuery(
                new Clinics.All(), Set.of(ShownStatus.FAILED), Set.of(), Optional.empty(), Optional.empty(), 25);
        new AccountDeliveries(
                        webhooks,
                        new DeliveryOverview(log, backlog, RETENTION, 1_000),
                        new FeedReader(events, RETENTION),
                        RETENTION)
                .page(account, query, Optional.empty(), now, _ -> {});
        assertThat(calls).containsOnly("Query").hasSize(1 + 2 * 30);
    }

    @Test
    void pageOfUsageTakesTwoReadsAndALiveDayAFewMore() {
        DynamoUsage usage = new DynamoUsage(dynamoDb, TABLES.named("UsageTable"));
        UsageReader reader = new UsageReader(
                usage,
                new DayCounter(new DynamoUsageSource(
                        dynamoDb,
                        TABLES.named("EventsTable"),
                        TABLES.named("DeliveriesTable"),
                        TABLES.named("WebhooksTable"))));
        recordBatch(changes(i -> "k" + i));
        Instant now = clock.instant();
        UsageDay today = UsageDay.of(now);
        UsageDay last = today.plus(-2);
        IntStream.range(0, 30)
                .forEach(i -> usage.put(account, new UsageKey(last.plus(-i), clinic(i)), Usage.EVENT, now));

        calls.clear();
        assertThat(reader.page(account, new Clinics.All(), wanted(last, last), now, _ -> {})
                        .items())
                .hasSize(1);
        assertThat(calls).containsExactly("Query", "Query");
        calls.clear();
        assertThat(reader.page(
                                account,
                                new Clinics.Listed(Set.of(clinic(0))),
                                wanted(last.plus(-90), last),
                                now,
                                _ -> {})
                        .items())
                .hasSize(1);
        assertThat(calls).containsExactly("Query", "BatchGetItem");
        calls.clear();
        assertThat(reader.page(account, new Clinics.All(), wanted(today, today), now, _ -> {})
                        .items())
                .hasSizeBetween(1, 100);
        // Reads the counted days, the day's events, and the current and the deleted webhooks. Each webhook takes one
        // more query.
        assertThat(calls).containsExactly("Query", "Query", "Query", "Query");
    }

    private static UsageQuery wanted(UsageDay from, UsageDay to) {
        return new UsageQuery(from, to, Optional.empty(), 100);
    }

    private Webhook webhook(Instant now) {
        return Webhook.registered(
                account,
                WebhookId.mint(now, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings(
                        "https://example.com/", List.of(Webhook.ALL_TYPES), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                now);
    }

    private int page(Optional<ClinicId> clinic) {
        FeedQuery query = new FeedQuery(clinic, Set.of(), Optional.empty(), Optional.empty(), FeedQuery.DEFAULT_LIMIT);
        return feed.page(account, access.clinicsOf(caller), query, Instant.now(), _ -> {})
                .items()
                .size();
    }

    private void recordBatch(List<Change> changes) {
        Set<ClinicId> asked =
                changes.stream().map(change -> change.draft().clinic()).collect(Collectors.toSet());
        assertThat(access.seenAmong(caller, asked)).isEqualTo(new Clinics.Listed(asked));
        assertThat(batches.record(account, changes)).hasSize(changes.size()).hasOnlyElementsOfType(Recorded.class);
    }

    private static List<Change> changes(Function<Integer, String> keys) {
        return IntStream.range(0, 100)
                .mapToObj(i -> new Change(
                        EventSamples.draft(clinic(i % CLINICS).value()),
                        Optional.of(new IdempotencyKey(keys.apply(i)))))
                .toList();
    }

    private static ClinicId clinic(int number) {
        return new ClinicId("cln_" + number);
    }
}
