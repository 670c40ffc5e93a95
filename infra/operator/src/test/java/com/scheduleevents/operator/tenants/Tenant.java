package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.AccountCount;
import com.scheduleevents.aws.accounts.AccountRowKeys;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.webhooks.DynamoRegistrations;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** An account of two clinics, with a key for all of them and one with a list, and webhooks of both. */
final class Tenant {

    static final ClinicId NORTH = new ClinicId("cln_north");
    static final ClinicId SOUTH = new ClinicId("cln_south");

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant NOW = Instant.parse("2126-11-21T10:00:00Z");

    /** The names of the attributes that are the keys of the rows, by table. */
    private static final Map<String, List<String>> KEYS =
            Map.of("AccountsTable", List.of("pk", "sk"), "WebhooksTable", List.of("account_id", "id"));

    private static final SecureRandom RANDOM = new SecureRandom();

    final AccountId account;
    final ApiKeyId all;
    final ApiKeyId listed;
    final WebhookId ofAll;
    final WebhookId ofListed;
    final DynamoAccounts accounts;

    private final LocalTables tables;
    private final String accountsTable;
    private final String webhooksTable;
    private final DynamoWebhooks webhooks;
    private final String unique = Long.toHexString(RANDOM.nextLong());

    Tenant(LocalTables tables) {
        this.tables = tables;
        this.accountsTable = tables.named("AccountsTable");
        this.webhooksTable = tables.named("WebhooksTable");
        this.account = new AccountId("acc_" + unique);
        this.all = new ApiKeyId("key_all" + unique);
        this.listed = new ApiKeyId("key_listed" + unique);
        this.accounts = new DynamoAccounts(tables.dynamoDb(), accountsTable);
        this.webhooks = new DynamoWebhooks(tables.dynamoDb(), webhooksTable);
        AccountAdmin admin = new AccountAdmin(tables.dynamoDb(), accountsTable);
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

    /** A key with all clinics that another key issues, and that registers a webhook. */
    ApiKeyId issuedBy(ApiKeyId issuer) {
        ApiKeyId key = ApiKeyId.mint(NOW, RANDOM);
        new KeyAdmin(tables.dynamoDb(), accountsTable)
                .issue(
                        new NewApiKey(
                                account,
                                key,
                                Optional.empty(),
                                Set.of(Scope.KEYS_WRITE),
                                new Clinics.All(),
                                NOW,
                                Optional.empty(),
                                Optional.empty(),
                                new Origin(Origin.Type.API_KEY, Optional.of(issuer), Optional.of("r-1"), NOW)),
                        ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM));
        put(key, Optional.empty(), new Clinics.All());
        return key;
    }

    TenantChanges changes(DynamoDbClient dynamoDb) {
        return new TenantChanges(
                dynamoDb, accountsTable, webhooksTable, Duration.ofDays(90), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    Registrations registrations() {
        return new DynamoRegistrations(
                tables.dynamoDb(), webhooksTable, tables.named("IdempotencyTable"), accountsTable);
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

    /** Whether each key that is not revoked is marked as suspended. */
    List<Boolean> flags() {
        return grants().map(Grant::accountSuspended).toList();
    }

    /** Every row of the account, its keys and its webhooks, by table. */
    Map<String, List<Map<String, AttributeValue>>> rows() {
        return KEYS.keySet().stream().map(tables::named).collect(Collectors.toMap(table -> table, table -> tables
                .dynamoDb()
                .scanPaginator(scan -> scan.tableName(table)
                        .filterExpression("contains(pk, :unique) OR contains(account_id, :unique)")
                        .expressionAttributeValues(Map.of(":unique", AttributeValue.fromS(unique))))
                .items()
                .stream()
                .toList()));
    }

    /** What the rows say, by table: without the account's change counter, which each command raises. */
    Map<String, Set<Map<String, AttributeValue>>> state() {
        return rows().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, table -> table.getValue().stream()
                .map(Tenant::withoutCounter)
                .collect(Collectors.toSet())));
    }

    private static Map<String, AttributeValue> withoutCounter(Map<String, AttributeValue> row) {
        Map<String, AttributeValue> rest = new HashMap<>(row);
        rest.remove(AccountCount.COUNTED);
        return rest;
    }

    /** The writes that make former rows of the tenant out of later ones. */
    Map<String, List<WriteRequest>> restoring(
            Map<String, List<Map<String, AttributeValue>>> former,
            Map<String, List<Map<String, AttributeValue>>> later) {
        Map<String, List<WriteRequest>> writes = new HashMap<>();
        KEYS.forEach((id, names) -> {
            String table = tables.named(id);
            Set<Map<String, AttributeValue>> kept = keys(former, table, names).collect(Collectors.toSet());
            writes.put(
                    table,
                    Stream.concat(
                                    Objects.requireNonNull(former.get(table)).stream()
                                            .map(Tenant::put),
                                    keys(later, table, names)
                                            .filter(key -> !kept.contains(key))
                                            .map(Tenant::delete))
                            .toList());
        });
        return writes;
    }

    void write(Map<String, List<WriteRequest>> writes) {
        if (!tables.dynamoDb()
                .batchWriteItem(write -> write.requestItems(writes))
                .unprocessedItems()
                .isEmpty()) {
            throw new IllegalStateException("not every row was written");
        }
    }

    /** The state of the account. */
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
        String rows = partitions()
                .map(row -> text(row, "pk")
                        + text(row, "sk")
                        + row.get("state")
                        + row.get("removed_clinics")
                        + row.get("expires_at")
                        + row.get("revoked_at"))
                .sorted()
                .collect(Collectors.joining(" "));
        return keys + hooks + rows;
    }

    /** The rows of the partitions of the account and its keys. */
    private Stream<Map<String, AttributeValue>> partitions() {
        return Stream.of(
                        AccountRowKeys.accountPartition(account),
                        AccountRowKeys.keyPartition(all),
                        AccountRowKeys.keyPartition(listed))
                .flatMap(partition -> tables
                        .dynamoDb()
                        .query(query -> query.tableName(accountsTable)
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition))))
                        .items()
                        .stream());
    }

    private Stream<Grant> grants() {
        return new AccountStateWriter(tables.dynamoDb(), accountsTable)
                .keys(account).stream().flatMap(key -> accounts.grantOf(key.fingerprint()).stream());
    }

    private void issue(AccountAdmin admin, ApiKeyId key, Clinics clinics) {
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM);
        admin.issueKey(account, key, EnumSet.allOf(Scope.class), clinics, secret);
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        return value(row, name).s();
    }

    private static AttributeValue value(Map<String, AttributeValue> row, String name) {
        return Objects.requireNonNull(row.get(name));
    }

    private static Stream<Map<String, AttributeValue>> keys(
            Map<String, List<Map<String, AttributeValue>>> rows, String table, List<String> names) {
        return Objects.requireNonNull(rows.get(table)).stream()
                .map(row -> names.stream().collect(Collectors.toMap(name -> name, name -> value(row, name))));
    }

    private static WriteRequest put(Map<String, AttributeValue> row) {
        return WriteRequest.builder().putRequest(put -> put.item(row)).build();
    }

    private static WriteRequest delete(Map<String, AttributeValue> key) {
        return WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build();
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
