package com.scheduleevents.aws.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.NewApiKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What an operator does to API keys. */
public final class KeyAdmin {

    /** Each try fails only when somebody else's succeeded. */
    private static final int TRIES = 20;

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final DynamoAccounts accounts;
    private final KeyWrites writes;

    /**
     * @param table the name of the table Accounts
     */
    public KeyAdmin(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.accounts = new DynamoAccounts(dynamoDb, table);
        this.writes = new KeyWrites(dynamoDb, table);
    }

    /**
     * Issues an API key, or changes what it may do; however many the account has.
     *
     * @param secret what its holder sends; only its fingerprint is kept
     * @throws IllegalArgumentException when there is no such account, or a listed clinic is not the account's
     */
    public void issue(NewApiKey key, ApiKeySecret secret) {
        issueWith(key, secret);
    }

    /**
     * Issues a key in the place of another one, which is refused from some time on: both in one write, so that nobody is left
     * with none.
     *
     * @param old the key that is replaced, which must not be revoked
     * @param until from when on the old key is refused
     * @throws IllegalArgumentException as {@link #issue}, or when there is no such key
     */
    public void roll(NewApiKey key, ApiKeySecret secret, ApiKeyId old, Instant until) {
        String fingerprint = writes.fingerprint(key.account(), old)
                .orElseThrow(() -> new IllegalArgumentException("the account has no key " + old.value()));
        TransactWriteItem ending = TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(AccountRowKeys.secret(fingerprint))
                        .conditionExpression("attribute_exists(pk)")
                        .updateExpression("SET #end = :end")
                        .expressionAttributeNames(Map.of("#end", GrantRow.VALID_UNTIL))
                        .expressionAttributeValues(Map.of(":end", AttributeValue.fromS(until.toString()))))
                .build();
        issueWith(key, secret, ending);
    }

    /**
     * Says from when on a key is refused.
     *
     * @param at empty: never
     * @return whether it is said; not when there is no such key, or it was revoked
     */
    public boolean expire(AccountId account, ApiKeyId id, Optional<Instant> at) {
        return writes.fingerprint(account, id)
                .map(AccountRowKeys::secret)
                .filter(secret -> set(secret, GrantRow.VALID_UNTIL, at.map(Instant::toString)))
                .isPresent();
    }

    /**
     * Changes what people call a key.
     *
     * @return whether there is such a key
     */
    public boolean label(AccountId account, ApiKeyId id, String label) {
        return set(AccountRowKeys.keyOfAccount(account, id), KeyWrites.LABEL, Optional.of(label));
    }

    /** Sets an attribute of a row, or takes it away; not when there is no such row. */
    private boolean set(Map<String, AttributeValue> key, String attribute, Optional<String> value) {
        UpdateItemRequest.Builder update = UpdateItemRequest.builder()
                .tableName(table)
                .key(key)
                .conditionExpression("attribute_exists(pk)")
                .expressionAttributeNames(Map.of("#attribute", attribute))
                .updateExpression(value.isPresent() ? "SET #attribute = :value" : "REMOVE #attribute");
        value.ifPresent(text -> update.expressionAttributeValues(Map.of(":value", AttributeValue.fromS(text))));
        try {
            dynamoDb.updateItem(update.build());
            return true;
        } catch (ConditionalCheckFailedException gone) {
            return false;
        }
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
        throw new IllegalStateException("others changed the account at every try; try again");
    }
}
