package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.ClinicsAttribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.OriginAttribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The writes that issue an API key and revoke it. */
public final class KeyWrites {

    /** In an API key's row: the hash of its secret. */
    public static final String FINGERPRINT = "fingerprint";
    /** In an API key's row: its label, if it has one. */
    public static final String LABEL = "label";

    static final String CREATED_AT = "created_at";
    static final String REVOKED_AT = "revoked_at";
    /** In an API key's row: who issued it; absent in rows of earlier versions of the service. */
    static final Attribute<Origin> ISSUED_BY = OriginAttribute.named("issued_by");
    /** In a revoked API key's row: who revoked it. */
    static final Attribute<Origin> REVOKED_BY = OriginAttribute.named("revoked_by");

    /** A try fails only when a concurrent write of one of the rows has succeeded or is in progress. */
    private static final int TRIES = 20;

    private static final int MAX_CLINICS_A_READ = 100;

    /**
     * Within this time, the webhooks that a revoked link's key registered can still be disabled with the key that made the link. The keys
     * that it issued end before, as nothing that a key issues outlives it and no link lasts longer than a week.
     */
    private static final Duration REVOKED_LINK_KEPT = Duration.ofDays(90);

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final DynamoAccounts accounts;

    /** @param table the name of the Accounts table */
    public KeyWrites(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
        this.accounts = new DynamoAccounts(dynamoDb, table);
    }

    /**
     * Issues a key, or replaces what it grants.
     *
     * @param more further writes of the same transaction
     * @return false when the account's change counter was raised since the terms were read
     * @throws IllegalArgumentException when a listed clinic does not belong to the account
     */
    public boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms, TransactWriteItem... more) {
        Map<String, AttributeValue> lifetime = lifetime(key);
        // The list is written first, so that the key never works with an older one.
        switch (key.clinics()) {
            case Clinics.Listed(Set<ClinicId> listed) -> list(key.account(), key.id(), listed, lifetime);
            case Clinics.All _ -> {
                // There is no list: the key sees the account's own clinics.
            }
        }
        Map<String, AttributeValue> known = new HashMap<>(Map.of(
                FINGERPRINT,
                text(secret.fingerprint()),
                CREATED_AT,
                text(key.createdAt().toString())));
        key.label().ifPresent(text -> known.put(LABEL, text(text)));
        known.putAll(new Item()
                .with(ClinicsAttribute.item(key.clinics()))
                .with(ISSUED_BY, key.origin())
                .toMap());
        known.putAll(lifetime);
        Map<String, AttributeValue> granted = new HashMap<>(GrantRow.attributes(key, terms));
        granted.putAll(lifetime);
        return Transaction.write(
                dynamoDb,
                Stream.concat(
                                Stream.of(
                                        AccountCount.since(terms, table.name(), key.account()),
                                        putting(AccountRowKeys.secret(secret.fingerprint()), granted),
                                        putting(AccountRowKeys.keyOfAccount(key.account(), key.id()), known)),
                                Stream.of(more))
                        .toArray(TransactWriteItem[]::new));
    }

    /** Nobody deletes the keys that the service itself issues, so all of their rows go by themselves. */
    private static Map<String, AttributeValue> lifetime(NewApiKey key) {
        return key.expiresAt()
                .filter(_ -> key.origin().type() == Origin.Type.SERVICE)
                .map(end -> Map.of(AccountRowKeys.EXPIRES_AT, Attribute.EXPIRES_AT.write(end)))
                .orElse(Map.of());
    }

    /**
     * One transaction deletes the row of the secret, moves that of the key to the revoked ones and raises the account's change counter: a key that this one is issuing,
     * or a webhook that it is registering, was either written before, or fails.
     */
    boolean revoke(AccountId account, ApiKeyId id, Origin by) {
        for (int tries = 0; tries < TRIES; tries++) {
            Optional<Map<String, AttributeValue>> item = table.find(AccountRowKeys.keyOfAccount(account, id));
            if (item.isEmpty()) {
                return table.find(AccountRowKeys.revokedKeyOfAccount(account, id))
                        .isPresent();
            }
            Row known = new Row("Accounts", item.get());
            if (known.has(REVOKED_AT)
                    || Transaction.write(
                            dynamoDb,
                            deleting(AccountRowKeys.secret(known.text(FINGERPRINT))),
                            ending(account, id, known),
                            putting(AccountRowKeys.revokedKeyOfAccount(account, id), revoked(item.get(), by)),
                            AccountCount.raise(table.name(), account))) {
                return true;
            }
        }
        throw new IllegalStateException("a key could not be revoked because of too many concurrent writes");
    }

    /** Deletes the row of a key that still opens with the same secret. */
    private TransactWriteItem ending(AccountId account, ApiKeyId id, Row known) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table.name())
                        .key(AccountRowKeys.keyOfAccount(account, id))
                        .conditionExpression("#fingerprint = :fingerprint AND attribute_not_exists(#revoked)")
                        .expressionAttributeNames(Map.of("#fingerprint", FINGERPRINT, "#revoked", REVOKED_AT))
                        .expressionAttributeValues(Map.of(":fingerprint", text(known.text(FINGERPRINT)))))
                .build();
    }

    /** The rows of links' keys expire, because a vendor may make thousands of links, and each revocation reads all. */
    private static Map<String, AttributeValue> revoked(Map<String, AttributeValue> known, Origin by) {
        Map<String, AttributeValue> attributes = new HashMap<>(known);
        attributes.keySet().removeAll(Set.of(AccountRowKeys.PARTITION.name(), AccountRowKeys.SORT.name()));
        attributes.put(REVOKED_AT, text(by.at().toString()));
        attributes.put(REVOKED_BY.name(), REVOKED_BY.write(by));
        if (ApiKey.isOfALink(new Row("Accounts", known).optionalText(LABEL))) {
            attributes.put(
                    AccountRowKeys.EXPIRES_AT,
                    Attribute.EXPIRES_AT.write(by.at().plus(REVOKED_LINK_KEPT)));
        }
        return attributes;
    }

    /** The hash of a key's secret; empty when the account has no such key, or it was revoked. */
    public Optional<String> fingerprint(AccountId account, ApiKeyId id) {
        return table.find(AccountRowKeys.keyOfAccount(account, id))
                .map(item -> new Row("Accounts", item).text(FINGERPRINT));
    }

    private void list(AccountId account, ApiKeyId key, Set<ClinicId> listed, Map<String, AttributeValue> lifetime) {
        Set<ClinicId> foreign = new HashSet<>(listed);
        listed.stream()
                .gather(Gatherers.windowFixed(MAX_CLINICS_A_READ))
                .forEach(some -> foreign.removeAll(accounts.clinicsAmong(account, Set.copyOf(some))));
        foreign.stream().findFirst().ifPresent(clinic -> {
            throw new IllegalArgumentException("the clinic " + clinic.value() + " does not belong to the account "
                    + account.value() + "; add it to the account first");
        });
        replaceList(key, listed, lifetime);
    }

    /** Replaces the list of clinics of a key; the clinics belong to its account. */
    public void replaceList(ApiKeyId key, Set<ClinicId> listed) {
        replaceList(key, listed, Map.of());
    }

    private void replaceList(ApiKeyId key, Set<ClinicId> listed, Map<String, AttributeValue> lifetime) {
        accounts.clinicsOf(key).stream()
                .filter(clinic -> !listed.contains(clinic))
                .forEach(gone -> delete(AccountRowKeys.clinicOfKey(key, gone)));
        listed.forEach(clinic -> {
            Map<String, AttributeValue> item = new HashMap<>(AccountRowKeys.clinicOfKey(key, clinic));
            item.putAll(lifetime);
            dynamoDb.putItem(put -> put.tableName(table.name()).item(item));
        });
    }

    private void delete(Map<String, AttributeValue> key) {
        dynamoDb.deleteItem(delete -> delete.tableName(table.name()).key(key));
    }

    private TransactWriteItem deleting(Map<String, AttributeValue> key) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table.name()).key(key))
                .build();
    }

    private TransactWriteItem putting(Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.putAll(attributes);
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table.name()).item(item))
                .build();
    }
}
