package com.scheduleevents.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.webhooks.DueMailScan;
import com.scheduleevents.aws.webhooks.DynamoIdempotentChanges;
import com.scheduleevents.aws.webhooks.DynamoRegistrations;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.aws.webhooks.StillDue;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChangeStore.Earlier;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests that rows of webhooks of earlier versions are read, acted on, and written again without losing anything. */
@Execution(ExecutionMode.SAME_THREAD) // they share rows
class GoldenWebhookRowsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final AccountId ACCOUNT = new AccountId("acc_demo");
    private static final ClinicId CLINIC = new ClinicId("cln_harbour");
    private static final ApiKeyId KEY = new ApiKeyId("key_1");
    private static final Instant EXPIRY = Instant.ofEpochSecond(1802959331);
    private static final Instant NOW = Instant.parse("2026-11-21T15:00:00Z");

    private final GoldenRows rows = new GoldenRows(TABLES);

    @Test
    void readsAnIdempotencyKeyOfAWebhook() {
        Map<String, AttributeValue> golden = rows.put("idempotency-v1-webhook");
        rows.remove("webhooks-v1-active");
        DynamoIdempotentChanges changes = new DynamoIdempotentChanges(
                TABLES.dynamoDb(), TABLES.named("WebhooksTable"), TABLES.named("IdempotencyTable"));

        IdempotencyKey key = new IdempotencyKey("3f1d");
        Earlier read = changes.find(ACCOUNT, key, NOW).orElseThrow();
        rows.remove("idempotency-v1-webhook");
        IdempotentChange again =
                new IdempotentChange(key, read.fingerprint(), read.webhook().orElseThrow(), read.expiresAt());
        assertThat(registrations().register(again, registrant(), NOW)).isTrue();

        assertThat(rows.now("idempotency-v1-webhook")).isEqualTo(golden);
    }

    @ParameterizedTest
    @CsvSource({
        "webhooks-v1-active, ",
        "webhooks-v2-circuit_open, ",
        "webhooks-v2-half_open, ",
        "webhooks-v2-draining, ",
        "webhooks-v1-refusing, refused#1795186931337",
        "webhooks-v1-disabled, disabled#1",
        "webhooks-v1-stopped, ",
        "webhooks-v1-restricted, ",
        "webhooks-v3-filtered, ",
        "webhooks-v4-capturing, ",
        "webhooks-v4-pulled, unpulled#1795186931337",
        "webhooks-v5-notify, ",
        "webhooks-v6-failing, ",
        "webhooks-v7-waiting, ",
        "webhooks-v8-warned, ",
        "webhooks-v9-thin, ",
        "webhooks-v7-expiring, expiring#1",
        "webhooks-v1-key_revoked, ",
        "webhooks-v3-origin, ",
        "webhooks-v9-labelled, ",
        "webhooks-v10-ordered, ",
        "webhooks-v11-marked, "
    })
    void readsAWebhook(String name, @Nullable String mail) {
        Map<String, AttributeValue> golden = rows.put(name);
        DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));
        WebhookId id = new WebhookId(GoldenRows.text(golden, "id"));

        Webhook read = webhooks.find(ACCOUNT, id).orElseThrow();
        assertThat(webhooks.candidates(ACCOUNT, CLINIC).unreadable()).isEmpty();
        Optional.ofNullable(mail).map(DueMail::new).ifPresent(due -> {
            assertThat(webhooks.claim(ACCOUNT, id, due, NOW, NOW)).isEqualTo(MailClaim.CLAIMED);
            webhooks.markMailed(ACCOUNT, id, due, NOW);
            assertThat(rows.now(name)).doesNotContainKey("mails_due");
        });
        assertThat(webhooks.delete(ACCOUNT, id, EXPIRY)).isTrue();
        assertThat(registrations().register(read, registrant())).isTrue();

        assertThat(without(rows.now(name), "mails_due")).isEqualTo(withoutNotices(without(golden, "mails_due")));
    }

    /** A circuit says no more what the owner was told of deliveries that wait; the release before this one has to find that it was nothing. */
    private static Map<String, AttributeValue> withoutNotices(Map<String, AttributeValue> row) {
        Map<String, AttributeValue> known = new HashMap<>(row);
        known.computeIfPresent("circuit", (_, circuit) -> {
            Map<String, AttributeValue> state = new HashMap<>(circuit.m());
            state.remove("excess_since");
            state.computeIfPresent("told", (_, _) -> AttributeValue.fromBool(false));
            return AttributeValue.fromM(state);
        });
        return known;
    }

    @Test
    void readsAnOpenCircuitOfVersion1() {
        Map<String, AttributeValue> golden = rows.put("webhooks-v1-circuit_open");
        DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

        Health read = webhooks.find(ACCOUNT, new WebhookId(GoldenRows.text(golden, "id")))
                .orElseThrow()
                .health();

        assertThat(read.circuit()).isEqualTo(new Circuit.Open(Duration.ofSeconds(40)));
        assertThat(read.failures().score()).isEqualTo(10);
        assertThat(read.revision()).isZero();
    }

    @Test
    void readsMailsThatWereLeftOut() {
        Map<String, AttributeValue> golden = rows.put("webhooks-v7-left_out");
        WebhookId id = new WebhookId(GoldenRows.text(golden, "id"));
        StillDue due = new DueMailScan(TABLES.dynamoDb(), TABLES.named("WebhooksTable"))
                .read(NOW)
                .filter(row -> row.webhook().equals(id))
                .findFirst()
                .orElseThrow();
        DueMail passed = new DueMail("recovered#1795183331337");

        assertThat(due.notices()).singleElement().isInstanceOf(Notice.Disabled.class);
        assertThat(due.leftOut()).containsOnlyKeys(passed);
        assertThat(due.leftOutSince()).isEqualTo(Map.of(passed, Instant.parse("2026-11-20T14:02:11.337Z")));
        DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));
        webhooks.leaveOut(ACCOUNT, id, new LeftOutMails(due.leftOutSince(), Set.of()));
        assertThat(rows.now("webhooks-v7-left_out")).isEqualTo(golden);
        rows.remove("webhooks-v7-left_out");
    }

    @Test
    void readsADeletedWebhook() {
        Map<String, AttributeValue> golden = rows.put("webhooks-v1-deleted");
        DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

        rows.remove("webhooks-v1-deleted");
        webhooks.delete(ACCOUNT, new WebhookId(GoldenRows.text(golden, "id")), EXPIRY);

        assertThat(rows.now("webhooks-v1-deleted")).isEqualTo(golden);
    }

    @Test
    void deletedWebhookSaysWhoDeletedIt() {
        Map<String, AttributeValue> row = rows.put("webhooks-v3-origin");
        DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

        Webhook last = webhooks.find(ACCOUNT, new WebhookId(GoldenRows.text(row, "id")))
                .orElseThrow();
        assertThat(webhooks.delete(last, EXPIRY)).isTrue();

        assertThat(rows.now("webhooks-v3-deleted")).isEqualTo(rows.row("webhooks-v3-deleted"));
    }

    @Test
    void readsAnExternalId() {
        Map<String, AttributeValue> golden = rows.put("webhooks-v9-external_id");
        rows.put("webhooks-v9-labelled");
        DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

        Webhook read = webhooks.find(ACCOUNT, new ExternalId("front-desk/1")).orElseThrow();
        assertThat(webhooks.delete(ACCOUNT, read.id(), EXPIRY)).isTrue();
        assertThat(webhooks.find(ACCOUNT, new ExternalId("front-desk/1"))).isEmpty();
        assertThat(registrations().register(read, registrant())).isTrue();

        assertThat(rows.now("webhooks-v9-external_id")).isEqualTo(golden);
    }

    private Registrant registrant() {
        rows.putAccounts();
        return new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"))
                .registrant(ACCOUNT, KEY)
                .orElseThrow();
    }

    private static DynamoRegistrations registrations() {
        return new DynamoRegistrations(
                TABLES.dynamoDb(),
                TABLES.named("WebhooksTable"),
                TABLES.named("IdempotencyTable"),
                TABLES.named("AccountsTable"));
    }

    private static Map<String, AttributeValue> without(Map<String, AttributeValue> row, String attribute) {
        Map<String, AttributeValue> rest = new HashMap<>(row);
        rest.remove(attribute);
        return rest;
    }
}
