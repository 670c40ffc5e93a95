package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.DynamoValues.seconds;
import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The API keys, in two rows each: one under the account, which has another place when the key is revoked, and one under the hash of its
 * secret, which is what grants access.
 */
public final class DynamoApiKeys implements ApiKeyStore {

    /** The largest number of rows in one BatchGetItem. */
    private static final int MAX_ROWS_A_READ = 100;

    private static final String NOBODYS_FINGERPRINT = "nobody";

    /** Only keys that the service itself issued, and those of closed accounts, have it: they are deleted with time. */
    private static final String EXPIRES_AT = AccountRowKeys.EXPIRES_AT;

    /** Earlier versions of the service left the rows of revoked keys in their place. */
    private static final String NOT_REVOKED = "attribute_not_exists(" + KeyWrites.REVOKED_AT + ")";

    private final Table table;
    private final KeyWrites writes;

    /** @param table the name of the Accounts table */
    public DynamoApiKeys(DynamoDbClient dynamoDb, String table) {
        this.table = new Table(dynamoDb, table);
        this.writes = new KeyWrites(dynamoDb, table);
    }

    @Override
    public List<ApiKey> all(AccountId account) {
        return keys(table.read(query(account, AccountRowKeys.KEY, Map.of()))).stream()
                .sorted(Comparator.comparing(key -> key.id().value()))
                .toList();
    }

    @Override
    public Optional<ApiKey> find(AccountId account, ApiKeyId id) {
        Optional<Map<String, AttributeValue>> item = table.findAll(
                        List.of(
                                AccountRowKeys.keyOfAccount(account, id),
                                AccountRowKeys.revokedKeyOfAccount(account, id)),
                        true)
                .findFirst();
        if (item.isEmpty()) {
            // Makes as many reads as for an existing key, so that the response time does not reveal whether it exists.
            grants(List.of(NOBODYS_FINGERPRINT)).forEach(grant -> {
                throw new IllegalStateException("a row of Accounts has a hash that no secret has");
            });
            return Optional.empty();
        }
        return Optional.of(keys(item.stream()).getFirst());
    }

    @Override
    public List<ApiKey> newestFirst(AccountId account, Optional<ApiKeyId> olderThan, int max) {
        QueryRequest.Builder query =
                query(account).filterExpression(NOT_REVOKED).scanIndexForward(false);
        // DynamoDB starts after the position of that key, even if there is no such row.
        olderThan.ifPresent(id -> query.exclusiveStartKey(AccountRowKeys.keyOfAccount(account, id)));
        return keys(table.read(query).limit(max));
    }

    @Override
    public int count(AccountId account) {
        return table.count(
                query(account).filterExpression(NOT_REVOKED + " AND attribute_not_exists(" + EXPIRES_AT + ")"));
    }

    @Override
    public int countOfService(AccountId account, Instant now) {
        Map<String, AttributeValue> values = Map.of(":now", seconds(now));
        return table.count(query(account, AccountRowKeys.LIVE_KEY, values)
                .filterExpression(NOT_REVOKED + " AND " + EXPIRES_AT + " > :now"));
    }

    @Override
    public boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms) {
        return writes.issue(key, secret, terms);
    }

    @Override
    public boolean revoke(AccountId account, ApiKeyId id, Origin by) {
        return writes.revoke(account, id, by);
    }

    private QueryRequest.Builder query(AccountId account) {
        return query(account, AccountRowKeys.LIVE_KEY, Map.of());
    }

    private QueryRequest.Builder query(AccountId account, String prefix, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> values = new HashMap<>(more);
        values.put(":account", text(AccountRowKeys.accountPartition(account)));
        values.put(":key", text(prefix));
        return QueryRequest.builder()
                .tableName(table.name())
                .keyConditionExpression(
                        AccountRowKeys.PARTITION + " = :account AND begins_with(" + AccountRowKeys.SORT + ", :key)")
                .expressionAttributeValues(values)
                .consistentRead(true);
    }

    private List<ApiKey> keys(Stream<Map<String, AttributeValue>> items) {
        List<Row> rows = items.map(item -> new Row("Accounts", item)).toList();
        Map<String, Grant> grants = rows.stream()
                .filter(row -> !row.has(KeyWrites.REVOKED_AT))
                .map(row -> row.text(KeyWrites.FINGERPRINT))
                .distinct()
                .gather(Gatherers.windowFixed(MAX_ROWS_A_READ))
                .flatMap(this::grants)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return rows.stream().map(row -> key(row, grants)).toList();
    }

    private Stream<Map.Entry<String, Grant>> grants(List<String> fingerprints) {
        return table.findAll(fingerprints.stream().map(AccountRowKeys::secret).toList(), true)
                .map(item -> new Row("Accounts", item))
                .map(row -> Map.entry(
                        AccountRowKeys.fingerprintOf(row.get(AccountRowKeys.PARTITION)), GrantRow.grant(row)));
    }

    private static ApiKey key(Row row, Map<String, Grant> grants) {
        return new ApiKey(
                AccountRowKeys.keyIn(row.get(AccountRowKeys.SORT)),
                row.optionalText(KeyWrites.LABEL),
                Instant.parse(row.text(KeyWrites.CREATED_AT)),
                row.find(KeyWrites.ISSUED_BY).flatMap(Origin::key),
                Optional.ofNullable(grants.get(row.text(KeyWrites.FINGERPRINT))),
                row.optionalText(KeyWrites.REVOKED_AT).map(Instant::parse));
    }
}
