package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.tables.DynamoValues;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.DueWebhookIndexContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The index covers all accounts, so each test reads the webhooks of its own account only. */
class DynamoDueWebhooksTest extends DueWebhookIndexContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Random RANDOM = new Random();
    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");

    private static final Health OPEN = Health.UNKNOWN.withCircuit(new Circuit.Open(Duration.ofSeconds(10)), T);

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));
    private final DueWebhookIndex due = new DynamoDueWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

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
        StoredWebhooks.put(TABLES, webhook);
    }

    @Nested
    final class WhenResponsesAreLost extends DueWebhookIndexContract {

        private final DynamoDueWebhooks losing =
                new DynamoDueWebhooks(TABLES.losingResponses(), TABLES.named("WebhooksTable"));

        @Override
        protected DueWebhookIndex due() {
            return losing;
        }

        @Override
        protected WebhookStore webhooks() {
            return webhooks;
        }

        @Override
        protected void insert(Webhook webhook) {
            StoredWebhooks.put(TABLES, webhook);
        }
    }

    @Test
    void malformedRowHidesNoOther() {
        WebhookId id = StoredWebhooks.put(TABLES, account, T, OPEN).id();
        TABLES.dynamoDb().putItem(put -> put.tableName(TABLES.named("WebhooksTable"))
                .item(Map.of(
                        "account_id", AttributeValue.fromS(account.value()),
                        "id", AttributeValue.fromS("nonsense"),
                        "probe_shard", AttributeValue.fromS(HealthRow.shard(id)),
                        "probe_at", DynamoValues.millis(T.minusSeconds(1)))));
        assertThat(allDue()).extracting(DueWebhook::webhook).containsExactly(id);
    }

    /** The sender postpones the next probe of such a row. */
    @Test
    void rowThatCannotBeReadCanBeLeased() {
        WebhookId id = StoredWebhooks.put(TABLES, account, T, OPEN).id();
        TABLES.dynamoDb().updateItem(update -> update.tableName(TABLES.named("WebhooksTable"))
                .key(WebhookRow.key(account, id))
                .updateExpression("REMOVE #url")
                .expressionAttributeNames(Map.of("#url", "url")));
        assertThatThrownBy(() -> webhooks.find(account, id)).isInstanceOf(UnreadableRow.class);

        assertThat(due.lease(new DueWebhook(account, id, T), T.plusSeconds(86_400)))
                .isTrue();
        assertThat(allDue()).isEmpty();
        assertThat(due.lease(new DueWebhook(account, id, T), T.plusSeconds(86_400)))
                .isTrue();
        assertThat(due.lease(new DueWebhook(account, id, T), T.plusSeconds(120)))
                .isFalse();
    }

    private List<DueWebhook> allDue() {
        return IntStream.range(0, DueWebhookIndex.SHARDS)
                .boxed()
                .flatMap(this::dueIn)
                .toList();
    }

    private Stream<DueWebhook> dueIn(int shard) {
        return due.due(shard, T).filter(one -> one.account().equals(account));
    }
}
