package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.AccountCount;
import com.scheduleevents.aws.accounts.AccountRowKeys;
import com.scheduleevents.aws.accounts.AccountScan;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.accounts.GrantRow;
import com.scheduleevents.aws.accounts.KeyWrites;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Scope;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Opens accounts, adds their clinics and sets their limits. Every call is idempotent. */
public final class AccountAdmin {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final AccountRows rows;

    /**
     * @param table the name of the Accounts table
     */
    public AccountAdmin(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.rows = new AccountRows(dynamoDb, table);
    }

    /**
     * Opens an account, or changes its owner and name. The row's other attributes, such as its limits, stay.
     *
     * @param ownerEmail the recipient of e-mails about its webhooks
     * @param name its display name
     */
    public void openAccount(AccountId account, String ownerEmail, String name) {
        open(account, ownerEmail, name, Map.of(), "");
    }

    /** Opens an account whose keys are test keys, and whose usage is not billed. It stays a sandbox. */
    public void openSandbox(AccountId account, String ownerEmail, String name) {
        Map<String, AttributeValue> flag = Map.of(":sandbox", DynamoAccounts.SANDBOX.write(true));
        open(account, ownerEmail, name, flag, ", " + DynamoAccounts.SANDBOX.name() + " = :sandbox");
    }

    private void open(
            AccountId account, String ownerEmail, String name, Map<String, AttributeValue> more, String sets) {
        Map<String, AttributeValue> values = new HashMap<>(more);
        values.put(":email", AccountRowKeys.OWNER_EMAIL.write(ownerEmail));
        values.put(":name", AccountRowKeys.NAME.write(name));
        dynamoDb.updateItem(update -> update.tableName(table)
                .key(AccountRowKeys.account(account))
                .updateExpression("SET " + AccountRowKeys.OWNER_EMAIL + " = :email, #name = :name" + sets)
                .expressionAttributeNames(Map.of("#name", AccountRowKeys.NAME.name()))
                .expressionAttributeValues(values));
    }

    /** All accounts, ordered by id. It scans the whole table. */
    public SortedSet<AccountId> accounts() {
        return new AccountScan(dynamoDb, table)
                .read()
                .collect(Collectors.toCollection(() -> new TreeSet<>(Comparator.comparing(AccountId::value))));
    }

    /** Adds a clinic to an account. */
    public void addClinic(AccountId account, ClinicId clinic) {
        rows.put(AccountRowKeys.clinicOfAccount(account, clinic));
    }

    /** Removes a clinic from an account; API keys that list the clinic still list it. */
    void removeClinic(AccountId account, ClinicId clinic) {
        rows.delete(AccountRowKeys.clinicOfAccount(account, clinic));
    }

    /**
     * Issues an API key that never expires, or replaces what it grants.
     *
     * @param clinics what it sees; a list may contain clinics of this account only
     * @param secret the secret of its holder; only its fingerprint is stored
     * @throws IllegalArgumentException when a listed clinic does not belong to the account
     */
    public void issueKey(AccountId account, ApiKeyId key, Set<Scope> scopes, Clinics clinics, ApiKeySecret secret) {
        new KeyAdmin(dynamoDb, table)
                .issue(
                        new NewApiKey(account, key, Optional.empty(), scopes, clinics, Instant.now(), Optional.empty()),
                        secret);
    }

    /**
     * Limits the requests per second of the account. Every key carries the limit of its account.
     *
     * @param perSecond empty for the service's default
     */
    public void limitRequests(AccountId account, Optional<Integer> perSecond) {
        limit(account, DynamoAccounts.REQUESTS_PER_SECOND, perSecond);
        KeyWrites keys = new KeyWrites(dynamoDb, table);
        new DynamoApiKeys(dynamoDb, table)
                .all(account).stream()
                        .filter(key -> key.revokedAt().isEmpty())
                        .map(ApiKey::id)
                        .flatMap(id -> keys.fingerprint(account, id).stream())
                        .forEach(secret -> rows.set(
                                AccountRowKeys.secret(secret),
                                GrantRow.REQUESTS_PER_SECOND,
                                perSecond.map(AccountAdmin::number)));
    }

    /**
     * Limits how many webhooks the account may register. Existing webhooks beyond the limit stay.
     *
     * @param max empty for the service's default
     */
    public void limitWebhooks(AccountId account, Optional<Integer> max) {
        limit(account, DynamoAccounts.MAX_WEBHOOKS, max);
    }

    /** Sets who gets the account's e-mails besides its owner. */
    public void setRecipients(AccountId account, List<MailRecipient> recipients) {
        rows.set(
                AccountRowKeys.account(account),
                DynamoAccounts.RECIPIENTS.name(),
                Optional.of(recipients).filter(some -> !some.isEmpty()).map(DynamoAccounts.RECIPIENTS::write));
    }

    /** Sets which of the e-mails that an account can do without its owner does not get. */
    public void withoutMails(AccountId account, Set<OptionalMail> unwanted) {
        rows.set(
                AccountRowKeys.account(account),
                DynamoAccounts.UNWANTED_MAILS,
                Optional.of(unwanted)
                        .filter(some -> !some.isEmpty())
                        .map(some -> AttributeValue.fromSs(
                                some.stream().map(OptionalMail::wireName).toList())));
    }

    /** Raises the account's change counter too, so that a key being issued concurrently is issued with the new limit. */
    private void limit(AccountId account, String limit, Optional<Integer> value) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":one", number(1)));
        value.ifPresent(number -> values.put(":limit", number(number)));
        rows.update(
                AccountRowKeys.account(account),
                AccountRowKeys.EXISTS,
                (value.isPresent() ? "SET #limit = :limit" : "REMOVE #limit") + " ADD #counted :one",
                Map.of("#limit", limit, "#counted", AccountCount.COUNTED),
                values);
    }

    private static AttributeValue number(int value) {
        return AttributeValue.fromN(Integer.toString(value));
    }
}
