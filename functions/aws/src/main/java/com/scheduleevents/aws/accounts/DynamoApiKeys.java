package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeys;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The API keys: a row under the account, which stays when the key is revoked, and a row under the hash of its secret, which
 * alone lets anybody in.
 */
public final class DynamoApiKeys implements ApiKeys {

    /** Of one BatchGetItem (API reference). */
    private static final int MAX_ROWS_A_READ = 100;

    private static final String NOBODYS_FINGERPRINT = "nobody";

    private static final String NOT_REVOKED = "attribute_not_exists(" + KeyWrites.REVOKED_AT + ")";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final KeyWrites writes;

    /**
     * @param table the name of the table Accounts
     */
    public DynamoApiKeys(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.writes = new KeyWrites(dynamoDb, table);
    }

    /** The account's keys, revoked ones too, in the order of their ids. */
    public List<ApiKey> all(AccountId account) {
        return keys(dynamoDb.queryPaginator(query(account).build()).items().stream());
    }

    @Override
    public Optional<ApiKey> find(AccountId account, ApiKeyId id) {
        Map<String, AttributeValue> item = dynamoDb.getItem(get -> get.tableName(table)
                        .key(AccountRowKeys.keyOfAccount(account, id))
                        .consistentRead(true))
                .item();
        if (item.isEmpty()) {
            // As many reads as for a key that is there: the time it takes is not to tell that there is one.
            grants(List.of(NOBODYS_FINGERPRINT)).forEach(grant -> {
                throw new IllegalStateException("a row of Accounts stands under a hash that no secret has");
            });
            return Optional.empty();
        }
        return Optional.of(keys(Stream.of(item)).getFirst());
    }

    @Override
    public List<ApiKey> newestFirst(AccountId account, Optional<ApiKeyId> olderThan, int max) {
        QueryRequest.Builder query =
                query(account).filterExpression(NOT_REVOKED).scanIndexForward(false);
        // DynamoDB starts after the place where the row would be, whether it is there or not.
        olderThan.ifPresent(id -> query.exclusiveStartKey(AccountRowKeys.keyOfAccount(account, id)));
        return keys(dynamoDb.queryPaginator(query.build()).items().stream().limit(max));
    }

    @Override
    public int count(AccountId account) {
        QueryRequest query = query(account)
                .filterExpression(NOT_REVOKED)
                .select(Select.COUNT)
                .build();
        return dynamoDb.queryPaginator(query).stream()
                .mapToInt(QueryResponse::count)
                .sum();
    }

    @Override
    public boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms) {
        return writes.issue(key, secret, terms);
    }

    @Override
    public boolean revoke(AccountId account, ApiKeyId id, Instant now) {
        return writes.revoke(account, id, now);
    }

    private QueryRequest.Builder query(AccountId account) {
        return QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression("pk = :account AND begins_with(sk, :key)")
                .expressionAttributeValues(Map.of(
                        ":account", text(AccountRowKeys.accountPartition(account)),
                        ":key", text(AccountRowKeys.KEY)))
                .consistentRead(true);
    }

    private List<ApiKey> keys(Stream<Map<String, AttributeValue>> items) {
        List<Row> rows = items.map(item -> new Row("Accounts", item)).toList();
        Map<String, Grant> grants = rows.stream()
                .map(row -> row.text(KeyWrites.FINGERPRINT))
                .distinct()
                .gather(Gatherers.windowFixed(MAX_ROWS_A_READ))
                .flatMap(this::grants)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return rows.stream().map(row -> key(row, grants)).toList();
    }

    private Stream<Map.Entry<String, Grant>> grants(List<String> fingerprints) {
        KeysAndAttributes secrets = KeysAndAttributes.builder()
                .keys(fingerprints.stream().map(AccountRowKeys::secret).toList())
                .consistentRead(true)
                .build();
        return dynamoDb.batchGetItemPaginator(get -> get.requestItems(Map.of(table, secrets))).stream()
                .flatMap(part -> part.responses().getOrDefault(table, List.of()).stream())
                .map(item -> new Row("Accounts", item))
                .map(row -> Map.entry(AccountRowKeys.fingerprintOf(row.text("pk")), GrantRow.grant(row)));
    }

    private static ApiKey key(Row row, Map<String, Grant> grants) {
        return new ApiKey(
                new ApiKeyId(row.text("sk").substring(AccountRowKeys.KEY.length())),
                row.optionalText(KeyWrites.LABEL),
                row.time(KeyWrites.CREATED_AT),
                Optional.ofNullable(grants.get(row.text(KeyWrites.FINGERPRINT))),
                row.optionalText(KeyWrites.REVOKED_AT).map(Instant::parse));
    }
}
