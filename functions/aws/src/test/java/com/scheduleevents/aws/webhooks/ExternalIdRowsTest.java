package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookLabels;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Tests that no two webhooks of an account have the same external id at a time. */
class ExternalIdRowsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ApiKeyId KEY = new ApiKeyId("key_1");
    private static final ExternalId DESK = new ExternalId("desk");
    private static final ExternalId OTHER = new ExternalId("other/desk:1");

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final String table = TABLES.named("WebhooksTable");
    private final DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), table);

    @BeforeEach
    void open() {
        open(account);
    }

    private static void open(AccountId account) {
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
    void oneOfSeveralConcurrentRegistrationsHasTheId() throws InterruptedException, ExecutionException {
        Registrant read = registrant(account);
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Callable<Boolean>> tries = IntStream.range(0, 8)
                    .<Callable<Boolean>>mapToObj(_ -> () -> register(webhook(Optional.of(DESK)), read))
                    .toList();
            int registered = 0;
            for (Future<Boolean> one : pool.invokeAll(tries)) {
                registered += one.get() ? 1 : 0;
            }
            assertThat(registered).isEqualTo(1);
        }
        assertThat(webhooks.count(account)).isEqualTo(1);
        assertThat(webhooks.find(account, DESK))
                .contains(webhooks.newestFirst(account, Optional.empty(), 1).getFirst());
    }

    @Test
    void webhookIsFoundByTheIdThatItHasNow() {
        Webhook first = registered(Optional.of(DESK));
        Webhook second = registered(Optional.empty());
        assertThat(webhooks.update(second, second.with(labelled(second, Optional.of(DESK)), second.createdAt())))
                .isFalse();
        assertThat(webhooks.find(account, second.id())).contains(second);

        Webhook moved = first.with(labelled(first, Optional.of(OTHER)), first.createdAt());
        assertThat(webhooks.update(first, moved)).isTrue();
        assertThat(webhooks.find(account, DESK)).isEmpty();
        assertThat(webhooks.find(account, OTHER)).contains(moved);
        Webhook named = second.with(labelled(second, Optional.of(DESK)), second.createdAt());
        assertThat(webhooks.update(second, named)).as("it is free now").isTrue();
        assertThat(webhooks.find(account, DESK)).contains(named);

        Webhook nameless = named.with(labelled(named, Optional.empty()), named.createdAt());
        assertThat(webhooks.update(named, nameless)).isTrue();
        assertThat(webhooks.find(account, DESK)).isEmpty();
        assertThat(webhooks.find(account, nameless.id())).contains(nameless);
    }

    @Test
    void changeThatIsNotMadeGivesNoId() {
        Webhook webhook = registered(Optional.empty());
        Webhook named = webhook.with(labelled(webhook, Optional.of(DESK)), webhook.createdAt());
        Webhook described = webhook.rotated(new SealedSecret(2, "k", "bbb"), webhook.createdAt(), Duration.ZERO);
        assertThat(webhooks.update(webhook, described)).isTrue();
        assertThat(webhooks.update(webhook, named)).as("it has changed since").isFalse();
        assertThat(registered(Optional.of(DESK))).isNotNull();
    }

    @Test
    void accountsShareNoIds() {
        AccountId other = new AccountId(account.value() + "2");
        open(other);
        registered(Optional.of(DESK));
        assertThat(register(webhook(other, Optional.of(DESK)), registrant(other)))
                .isTrue();
    }

    @Test
    void deletionFreesTheId() {
        Webhook first = registered(Optional.of(DESK));
        webhooks.delete(account, first.id(), Instant.now());
        Webhook second = registered(Optional.of(DESK));
        webhooks.delete(second, Instant.now());
        Webhook third = registered(Optional.of(DESK));
        assertThat(webhooks.deleteUnchanged(third, Instant.now())).isTrue();
        assertThat(idRows()).isZero();
        assertThat(registered(Optional.of(DESK))).isNotNull();
    }

    /** A version that does not know external ids deletes the row of the webhook alone, and so does one that dies at that moment. */
    @Test
    void idOfAWebhookThatIsGoneIsFreeAtTheSecondTry() {
        Webhook gone = registered(Optional.of(DESK));
        TABLES.dynamoDb().deleteItem(delete -> delete.tableName(table).key(WebhookRow.key(account, gone.id())));
        assertThat(webhooks.find(account, DESK)).isEmpty();
        assertThat(register(webhook(Optional.of(DESK)), registrant(account))).isFalse();
        Webhook next = registered(Optional.of(DESK));
        assertThat(webhooks.find(account, DESK)).contains(next);

        TABLES.dynamoDb().deleteItem(delete -> delete.tableName(table).key(WebhookRow.key(account, next.id())));
        Webhook nameless = registered(Optional.empty());
        Webhook named = nameless.with(labelled(nameless, Optional.of(DESK)), nameless.createdAt());
        assertThat(webhooks.update(nameless, named)).isFalse();
        assertThat(webhooks.update(nameless, named)).isTrue();
    }

    @Test
    void lostResponsesNeitherGiveNorTakeIds() {
        DynamoWebhooks losing = new DynamoWebhooks(TABLES.losingResponses(), table);
        Webhook webhook = webhook(Optional.of(DESK));
        assertThat(registrations(TABLES.losingResponses()).register(webhook, registrant(account)))
                .isTrue();
        Webhook moved = webhook.with(labelled(webhook, Optional.of(OTHER)), webhook.createdAt());
        assertThat(losing.update(webhook, moved)).isTrue();
        assertThat(webhooks.find(account, OTHER)).contains(moved);
        losing.delete(moved, Instant.now());
        register(webhook(Optional.of(OTHER)), registrant(account));
        assertThat(webhooks.find(account, OTHER).or(() -> Optional.of(registered(Optional.of(OTHER)))))
                .isPresent();
    }

    @Test
    void nothingIsLeftOfAnErasedAccount() {
        Webhook webhook = registered(Optional.of(DESK));
        registered(Optional.of(OTHER));
        TABLES.dynamoDb().deleteItem(delete -> delete.tableName(table).key(WebhookRow.key(account, webhook.id())));
        webhooks.ids(account).forEach(id -> webhooks.delete(account, id, Instant.now()));
        assertThat(idRows()).isEqualTo(1);
        webhooks.forgetExternalIds(account);
        assertThat(idRows()).isZero();
    }

    private int idRows() {
        return TABLES.dynamoDb()
                .query(QueryRequest.builder()
                        .tableName(table)
                        .keyConditionExpression("account_id = :partition")
                        .expressionAttributeValues(
                                Map.of(":partition", AttributeValue.fromS(account.value() + "#external_ids")))
                        .build())
                .count();
    }

    private Webhook registered(Optional<ExternalId> id) {
        Webhook webhook = webhook(id);
        assertThat(register(webhook, registrant(account))).isTrue();
        return webhook;
    }

    private boolean register(Webhook webhook, Registrant by) {
        return registrations(TABLES.dynamoDb()).register(webhook, by);
    }

    private Registrant registrant(AccountId of) {
        return new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"))
                .registrant(of, KEY)
                .orElseThrow()
                .withRoomFor(1_000);
    }

    private DynamoRegistrations registrations(DynamoDbClient dynamoDb) {
        return new DynamoRegistrations(
                dynamoDb, table, TABLES.named("IdempotencyTable"), TABLES.named("AccountsTable"));
    }

    private Webhook webhook(Optional<ExternalId> id) {
        return webhook(account, id);
    }

    private static Webhook webhook(AccountId owner, Optional<ExternalId> id) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return Webhook.registered(
                owner,
                WebhookId.mint(now, RANDOM),
                KEY,
                new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty())
                        .with(new WebhookLabels(id, Map.of("team", "scheduling"))),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                now);
    }

    private static WebhookSettings labelled(Webhook webhook, Optional<ExternalId> id) {
        return webhook.settings().with(new WebhookLabels(id, Map.of("team", "other")));
    }
}
