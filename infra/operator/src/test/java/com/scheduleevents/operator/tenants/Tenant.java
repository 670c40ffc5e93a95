package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.webhooks.DynamoRegistrations;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An account of two clinics, with a key for all of them and one with a list, and webhooks of both. */
final class Tenant {

    static final ClinicId NORTH = new ClinicId("cln_north");
    static final ClinicId SOUTH = new ClinicId("cln_south");

    /** Far away: DynamoDB Local removes what has expired. */
    private static final Instant NOW = Instant.parse("2126-11-21T10:00:00Z");

    private static final SecureRandom RANDOM = new SecureRandom();

    final AccountId account;
    final ApiKeyId all;
    final ApiKeyId listed;
    final WebhookId ofAll;
    final WebhookId ofListed;
    final DynamoAccounts accounts;

    private final LocalTables tables;
    private final DynamoWebhooks webhooks;
    private final String unique = Long.toHexString(RANDOM.nextLong());

    Tenant(LocalTables tables) {
        this.tables = tables;
        this.account = new AccountId("acc_" + unique);
        this.all = new ApiKeyId("key_all" + unique);
        this.listed = new ApiKeyId("key_listed" + unique);
        this.accounts = new DynamoAccounts(tables.dynamoDb(), tables.named("AccountsTable"));
        this.webhooks = new DynamoWebhooks(tables.dynamoDb(), tables.named("WebhooksTable"));
        AccountAdmin admin = new AccountAdmin(tables.dynamoDb(), tables.named("AccountsTable"));
        admin.openAccount(account, "owner@example.com", "One");
        admin.addClinic(account, NORTH);
        admin.addClinic(account, SOUTH);
        Clinics both = new Clinics.Listed(Set.of(NORTH, SOUTH));
        issue(admin, all, new Clinics.All());
        issue(admin, listed, both);
        this.ofAll = put(all, Optional.empty(), new Clinics.All());
        this.ofListed = put(listed, Optional.empty(), both);
        put(listed, Optional.of(NORTH), both);
        Webhook active = webhook(put(all, Optional.of(SOUTH), new Clinics.All()));
        if (!webhooks.update(active, active.disabled(new Disabling.Requested(NOW)))) {
            throw new IllegalStateException("the webhook changed meanwhile");
        }
    }

    TenantChanges changes(DynamoDbClient dynamoDb) {
        return new TenantChanges(
                dynamoDb,
                tables.named("AccountsTable"),
                tables.named("WebhooksTable"),
                Duration.ofDays(90),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    Registrations registrations() {
        return new DynamoRegistrations(
                tables.dynamoDb(),
                tables.named("WebhooksTable"),
                tables.named("IdempotencyTable"),
                tables.named("AccountsTable"));
    }

    Webhook webhook(WebhookId id) {
        return webhooks.find(account, id).orElseThrow();
    }

    List<Webhook> webhooks() {
        return webhooks.newestFirst(account, Optional.empty(), 100);
    }

    Registrant registrant(ApiKeyId key) {
        return accounts.registrant(account, key).orElseThrow();
    }

    /** Of each key that is not revoked, whether it says that the account is suspended. */
    List<Boolean> flags() {
        return grants().map(Grant::accountSuspended).toList();
    }

    /** Every row of the account and its keys. */
    Stream<Map<String, AttributeValue>> rows() {
        return tables.dynamoDb().scanPaginator(scan -> scan.tableName(tables.named("AccountsTable"))).items().stream()
                .filter(row -> text(row, "pk").contains(unique));
    }

    /** All that anybody can tell of it, with nothing in it that tells it from another one like it. */
    String seen() {
        String keys = grants().map(grant -> grant.caller().key().value()
                        + grant.caller().scopes()
                        + grant.caller().seesAllClinics()
                        + grant.accountSuspended())
                .sorted()
                .collect(Collectors.joining(" "));
        String hooks = webhooks().stream()
                .map(webhook -> webhook.key().value()
                        + webhook.clinic()
                        + webhook.visible()
                        + webhook.status()
                        + webhook.version()
                        + webhook.disabling()
                        + webhook.suspended()
                        + webhook.health())
                .sorted()
                .collect(Collectors.joining(" "));
        String rows = rows().map(row -> text(row, "pk")
                        + text(row, "sk")
                        + row.get("state")
                        + row.get("removed_clinics")
                        + row.get("expires_at")
                        + row.get("revoked_at"))
                .filter(row -> !row.startsWith("secret"))
                .sorted()
                .collect(Collectors.joining(" "));
        return (keys + hooks + rows).replace(unique, "");
    }

    private Stream<Grant> grants() {
        return new AccountStates(tables.dynamoDb(), tables.named("AccountsTable"))
                .keys(account).stream().flatMap(key -> accounts.grantOf(key.fingerprint()).stream());
    }

    private void issue(AccountAdmin admin, ApiKeyId key, Clinics clinics) {
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM);
        admin.issueKey(account, key, EnumSet.allOf(Scope.class), clinics, secret);
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        return Objects.requireNonNull(row.get(name)).s();
    }

    private WebhookId put(ApiKeyId key, Optional<ClinicId> clinic, Clinics visible) {
        Webhook webhook = webhook(key, clinic, visible);
        if (!registrations().register(webhook, registrant(key))) {
            throw new IllegalStateException("the account changed meanwhile");
        }
        return webhook.id();
    }

    Webhook webhook(ApiKeyId key, Optional<ClinicId> clinic, Clinics visible) {
        return Webhook.registered(
                account,
                WebhookId.mint(NOW, RANDOM),
                key,
                new WebhookSettings("https://example.com/", List.of("*"), clinic, Optional.empty()),
                visible,
                new SealedSecret(1, "k", "aaa"),
                NOW);
    }
}
