package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.BoundedWebhookStoreContract;
import com.scheduleevents.testkit.contract.WebhookStoreContract;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoWebhooksTest extends BoundedWebhookStoreContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final Random RANDOM = new Random();
    private static final RetriesExhausted WHY = new RetriesExhausted(
            NOW, EventId.mint(NOW, RANDOM), NOW.minusSeconds(86_400), 11, OutcomeClass.STATUS, OptionalInt.of(503));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final WebhookStore webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

    @Override
    protected WebhookStore webhooks() {
        return webhooks;
    }

    @Override
    protected void insert(Webhook webhook) {
        StoredWebhooks.put(TABLES, webhook);
    }

    @Nested
    final class WhenResponsesAreLost extends WebhookStoreContract {

        private final WebhookStore losing = new DynamoWebhooks(TABLES.losingResponses(), TABLES.named("WebhooksTable"));

        @Override
        protected WebhookStore webhooks() {
            return losing;
        }

        @Override
        protected WebhookStore reliable() {
            return webhooks;
        }

        @Override
        protected void insert(Webhook webhook) {
            StoredWebhooks.put(TABLES, webhook);
        }
    }

    @ParameterizedTest
    @CsvSource({"url, gone", "types, gone", "generation, text", "created_at, text", "status, text", "secrets, gone"})
    void unreadableRowIsReportedAndHidesNoOther(String attribute, String fault) {
        Webhook good = webhook(Optional.empty(), new Clinics.All());
        Webhook bad = webhook(Optional.of(HARBOUR), new Clinics.All());
        StoredWebhooks.put(TABLES, good);
        StoredWebhooks.put(TABLES, bad);
        TABLES.dynamoDb().updateItem(update -> update.tableName(TABLES.named("WebhooksTable"))
                .key(WebhookRow.key(account, bad.id()))
                .updateExpression(fault.equals("gone") ? "REMOVE #a" : "SET #a = :junk")
                .expressionAttributeNames(Map.of("#a", attribute))
                .expressionAttributeValues(
                        fault.equals("gone") ? null : Map.of(":junk", AttributeValue.fromS("s3cret"))));

        WebhookCandidates watching = webhooks.candidates(account, HARBOUR);

        assertThat(watching.webhooks()).containsExactly(good);
        assertThat(watching.unreadable()).singleElement().satisfies(unreadable -> {
            assertThat(unreadable.id()).isEqualTo(bad.id());
            assertThat(unreadable.reason()).contains("Webhooks").doesNotContain("s3cret");
        });
        assertThatThrownBy(() -> webhooks.find(account, bad.id())).isInstanceOf(UnreadableRow.class);
    }

    @Test
    void conflictingUpdateIsReportedAndConflictingDeletionIsRetried() {
        WebhookStore busy = new DynamoWebhooks(TABLES.meetingTransactions(3), TABLES.named("WebhooksTable"));
        Webhook webhook = inserted();
        Webhook changed = webhook.disabled(WHY);

        assertThat(busy.update(webhook, changed)).isFalse();
        assertThat(webhooks.find(account, webhook.id())).contains(webhook);
        assertThat(busy.delete(account, webhook.id(), Instant.now())).isTrue();
        assertThat(webhooks.find(account, webhook.id())).isEmpty();
    }

    private Webhook inserted() {
        return inserted(NOW);
    }

    private Webhook inserted(Instant at) {
        Webhook webhook = webhook(at, Optional.empty(), new Clinics.All());
        StoredWebhooks.put(TABLES, webhook);
        return webhook;
    }

    private Webhook webhook(Optional<ClinicId> clinic, Clinics visible) {
        return webhook(NOW, clinic, visible);
    }

    private Webhook webhook(Instant at, Optional<ClinicId> clinic, Clinics visible) {
        return Webhook.registered(
                account,
                WebhookId.mint(at, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of(Webhook.ALL_TYPES), clinic, Optional.empty()),
                visible,
                new SealedSecret(1, "k", "aaa"),
                at);
    }
}
