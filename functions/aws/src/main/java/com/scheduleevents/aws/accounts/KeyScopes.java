package com.scheduleevents.aws.accounts;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** What an API key sees and may do, changed after it was issued. Every call can be repeated. */
public final class KeyScopes {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final DynamoAccounts accounts;

    /**
     * @param table the name of the table Accounts
     */
    public KeyScopes(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.accounts = new DynamoAccounts(dynamoDb, table);
    }

    /**
     * Changes what a key sees and may do.
     *
     * @param scopes what it may do; empty: as before
     * @param clinics what it sees; a list holds clinics of the account alone
     * @return whether there is such a key; not when it was revoked
     */
    public boolean change(AccountId account, ApiKeyId key, Optional<Set<Scope>> scopes, Clinics clinics) {
        Optional<Map<String, AttributeValue>> secret = secret(account, key);
        if (secret.isEmpty()) {
            return false;
        }
        // The list comes first, so that the key never works with an older one.
        if (clinics instanceof Clinics.Listed(Set<ClinicId> listed)) {
            list(key, listed);
        }
        return grant(secret.get(), scopes, clinics);
    }

    /** Takes a clinic from a key's list. */
    public void remove(ApiKeyId key, ClinicId clinic) {
        dynamoDb.deleteItem(delete -> delete.tableName(table).key(AccountRowKeys.clinicOfKey(key, clinic)));
    }

    private void list(ApiKeyId key, Set<ClinicId> listed) {
        accounts.clinicsOf(key).stream()
                .filter(clinic -> !listed.contains(clinic))
                .forEach(gone -> remove(key, gone));
        listed.forEach(
                clinic -> dynamoDb.putItem(put -> put.tableName(table).item(AccountRowKeys.clinicOfKey(key, clinic))));
    }

    private boolean grant(Map<String, AttributeValue> secret, Optional<Set<Scope>> scopes, Clinics clinics) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":all", AttributeValue.fromBool(clinics instanceof Clinics.All));
        Map<String, String> names = new HashMap<>(Map.of("#all", GrantRow.ALL_CLINICS));
        scopes.ifPresent(wanted -> {
            values.put(":scopes", GrantRow.scopes(wanted));
            names.put("#scopes", GrantRow.SCOPES);
        });
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(secret)
                    .conditionExpression("attribute_exists(pk)")
                    .updateExpression(scopes.isPresent() ? "SET #all = :all, #scopes = :scopes" : "SET #all = :all")
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values));
            return true;
        } catch (ConditionalCheckFailedException revoked) {
            return false;
        }
    }

    private Optional<Map<String, AttributeValue>> secret(AccountId account, ApiKeyId key) {
        Map<String, AttributeValue> item = dynamoDb.getItem(get -> get.tableName(table)
                        .key(AccountRowKeys.keyOfAccount(account, key))
                        .consistentRead(true))
                .item();
        return item.isEmpty()
                ? Optional.empty()
                : Optional.of(AccountRowKeys.secret(new Row("Accounts", item).text(KeyWrites.FINGERPRINT)));
    }
}
