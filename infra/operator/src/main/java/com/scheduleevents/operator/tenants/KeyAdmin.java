package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.AccountRowKeys;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.GrantRow;
import com.scheduleevents.aws.accounts.KeyWrites;
import com.scheduleevents.aws.tables.ClinicsAttribute;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Issues, rolls, labels, restricts and expires API keys. */
public final class KeyAdmin {

    /** A try fails only when a concurrent change succeeded. */
    private static final int TRIES = 20;

    private final String table;
    private final DynamoAccounts accounts;
    private final KeyWrites writes;
    private final AccountRows rows;

    /**
     * @param table the name of the Accounts table
     */
    public KeyAdmin(DynamoDbClient dynamoDb, String table) {
        this.table = table;
        this.accounts = new DynamoAccounts(dynamoDb, table);
        this.writes = new KeyWrites(dynamoDb, table);
        this.rows = new AccountRows(dynamoDb, table);
    }

    /**
     * Issues an API key, or replaces what it grants, whatever the number of the account's keys.
     *
     * @param secret the secret of its holder; only its fingerprint is stored
     * @throws IllegalArgumentException when there is no such account, or a listed clinic does not belong to it
     */
    public void issue(NewApiKey key, ApiKeySecret secret) {
        issueWith(key, secret);
    }

    /**
     * Issues a key that replaces another one, and sets the other's expiry, in one transaction.
     *
     * @param old the replaced key, which must not be revoked
     * @param until when the old key expires
     * @throws IllegalArgumentException as {@link #issue}, or when there is no old key
     */
    public void roll(NewApiKey key, ApiKeySecret secret, ApiKeyId old, Instant until) {
        String fingerprint = writes.fingerprint(key.account(), old)
                .orElseThrow(() -> new IllegalArgumentException("the account has no key " + old.value()));
        TransactWriteItem expiry = TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(AccountRowKeys.secret(fingerprint))
                        .conditionExpression(AccountRowKeys.EXISTS)
                        .updateExpression("SET #end = :end")
                        .expressionAttributeNames(Map.of("#end", GrantRow.VALID_UNTIL))
                        .expressionAttributeValues(Map.of(":end", AttributeValue.fromS(until.toString()))))
                .build();
        issueWith(key, secret, expiry);
    }

    /**
     * Sets when a key expires.
     *
     * @param at empty: never
     * @return false when there is no such key, or it is revoked
     */
    public boolean expire(AccountId account, ApiKeyId id, Optional<Instant> at) {
        Optional<AttributeValue> end = at.map(Instant::toString).map(AttributeValue::fromS);
        return writes.fingerprint(account, id)
                .map(AccountRowKeys::secret)
                .filter(secret -> rows.set(secret, GrantRow.VALID_UNTIL, end))
                .isPresent();
    }

    /**
     * Limits the requests per second of one key, within the limit of its account.
     *
     * @param perSecond empty: only the account's limit
     * @return false when there is no such key, or it is revoked
     */
    public boolean limitRequests(AccountId account, ApiKeyId id, Optional<Integer> perSecond) {
        Optional<AttributeValue> limit = perSecond.map(number -> AttributeValue.fromN(number.toString()));
        return writes.fingerprint(account, id)
                .map(AccountRowKeys::secret)
                .filter(secret -> rows.set(secret, GrantRow.KEY_REQUESTS_PER_SECOND, limit))
                .isPresent();
    }

    /**
     * Changes a key's label.
     *
     * @return whether there is such a key
     */
    public boolean label(AccountId account, ApiKeyId id, String label) {
        return rows.set(
                AccountRowKeys.keyOfAccount(account, id), KeyWrites.LABEL, Optional.of(AttributeValue.fromS(label)));
    }

    /**
     * Changes a key's scopes and clinics.
     *
     * @param scopes empty: unchanged
     * @param clinics what it sees; a list contains clinics of the account only
     * @return false when there is no such key, or it is revoked
     */
    boolean restrict(AccountId account, ApiKeyId key, Optional<Set<Scope>> scopes, Clinics clinics) {
        Optional<String> fingerprint = writes.fingerprint(account, key);
        if (fingerprint.isEmpty()) {
            return false;
        }
        // The list is written first, so that the key never works with an older one.
        if (clinics instanceof Clinics.Listed(Set<ClinicId> listed)) {
            writes.replaceList(key, listed);
        }
        // The audit log shows what becomes of the key to those who see its clinics.
        rows.set(
                AccountRowKeys.keyOfAccount(account, key),
                ClinicsAttribute.NAME,
                Optional.ofNullable(ClinicsAttribute.item(clinics).toMap().get(ClinicsAttribute.NAME)));
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":all", AttributeValue.fromBool(clinics instanceof Clinics.All));
        Map<String, String> names = new HashMap<>(Map.of("#all", GrantRow.ALL_CLINICS));
        scopes.ifPresent(wanted -> {
            values.put(":scopes", GrantRow.scopes(wanted));
            names.put("#scopes", GrantRow.SCOPES);
        });
        return rows.update(
                AccountRowKeys.secret(fingerprint.get()),
                AccountRowKeys.EXISTS,
                scopes.isPresent() ? "SET #all = :all, #scopes = :scopes" : "SET #all = :all",
                names,
                values);
    }

    /** Removes a clinic from a key's list. */
    void removeClinic(ApiKeyId key, ClinicId clinic) {
        rows.delete(AccountRowKeys.clinicOfKey(key, clinic));
    }

    private void issueWith(NewApiKey key, ApiKeySecret secret, TransactWriteItem... more) {
        for (int tries = 0; tries < TRIES; tries++) {
            AccountTerms terms = accounts.terms(key.account())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no account " + key.account().value() + "; open it first"));
            if (writes.issue(key, secret, terms, more)) {
                return;
            }
        }
        throw new CommandFailure("The account kept changing at the same time; repeat the command.");
    }
}
