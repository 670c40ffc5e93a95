package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.tables.Attributes;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhooks;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The index is all accounts'; each test looks at its own. */
class DynamoDueWebhooksTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Random RANDOM = new Random();
    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    private static final Instant UNTIL = T.plus(Duration.ofMinutes(2));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));
    private final DueWebhooks due = new DynamoDueWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

    @Test
    void everyWebhookThatIsDueIsInOneShardTheLongestDueFirst() {
        List<DueWebhook> expected = IntStream.range(0, 200)
                .mapToObj(n -> new DueWebhook(account, held(T.minusMillis(n)).id(), T.minusMillis(n)))
                .toList();
        held(T.plusMillis(1));
        inserted(Health.UNKNOWN);
        Webhook disabled = held(T);
        webhooks.update(disabled, disabled.disabled(new Disabling.Requested(T)));

        assertThat(allDue()).containsExactlyInAnyOrderElementsOf(expected);
        for (int shard = 0; shard < DueWebhooks.SHARDS; shard++) {
            assertThat(due(shard).map(DueWebhook::probeAt)).isNotEmpty().isSorted();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLeaseIsOneClocks(boolean answersAreLost) {
        DueWebhooks clock =
                answersAreLost ? new DynamoDueWebhooks(TABLES.losingAnswers(), TABLES.named("WebhooksTable")) : due;
        Webhook webhook = held(T);
        DueWebhook read = new DueWebhook(account, webhook.id(), T);

        assertThat(clock.lease(read, UNTIL)).isTrue();
        assertThat(clock.lease(read, UNTIL.plusMillis(1))).isFalse();
        Health leased = webhooks.find(account, webhook.id()).orElseThrow().health();
        assertThat(leased)
                .isEqualTo(new HealthWrite.Leased(T, UNTIL).on(webhook.health()).orElseThrow());
        assertThat(allDue()).isEmpty();
        // The lease is over: the next clock takes it.
        assertThat(clock.lease(new DueWebhook(account, webhook.id(), UNTIL), UNTIL.plusSeconds(120)))
                .isTrue();
    }

    @Test
    void nothingIsLeasedThatIsGoneOrNotDueAnyMore() {
        Webhook gone = held(T);
        webhooks.delete(account, gone.id(), Instant.now());
        assertThat(due.lease(new DueWebhook(account, gone.id(), T), UNTIL)).isFalse();
        assertThat(webhooks.find(account, gone.id())).isEmpty();

        Webhook disabled = held(T);
        webhooks.update(disabled, disabled.disabled(new Disabling.Requested(T)));
        assertThat(due.lease(new DueWebhook(account, disabled.id(), T), UNTIL)).isFalse();
        assertThat(webhooks.find(account, disabled.id()).orElseThrow().health().probeAt())
                .isEmpty();
    }

    @Test
    void aRowThatIsNoWebhookHidesNoOther() {
        WebhookId id = held(T).id();
        TABLES.dynamoDb().putItem(put -> put.tableName(TABLES.named("WebhooksTable"))
                .item(Map.of(
                        "account_id", AttributeValue.fromS(account.value()),
                        "id", AttributeValue.fromS("nonsense"),
                        "probe_shard", HealthRow.shard(id),
                        "probe_at", Attributes.millis(T.minusSeconds(1)))));
        assertThat(allDue()).extracting(DueWebhook::webhook).containsExactly(id);
    }

    private List<DueWebhook> allDue() {
        return IntStream.range(0, DueWebhooks.SHARDS).boxed().flatMap(this::due).toList();
    }

    private Stream<DueWebhook> due(int shard) {
        return due.due(shard, T).filter(one -> one.account().equals(account));
    }

    private Webhook held(Instant probeAt) {
        return inserted(new HealthWrite.Opened(new OpenCircuit(1, Duration.ofSeconds(10)), probeAt)
                .on(Health.UNKNOWN)
                .orElseThrow());
    }

    private Webhook inserted(Health health) {
        return StoredWebhooks.put(TABLES, account, T, health);
    }
}
