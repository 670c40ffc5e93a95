package com.scheduleevents.aws.accounts;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Lists all accounts by scanning the whole table, for operators and nightly jobs. */
public final class AccountScan {

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Accounts table */
    public AccountScan(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    /** All accounts, in no order; read as the stream is consumed. */
    public Stream<AccountId> read() {
        return dynamoDb
                .scanPaginator(scan -> scan.tableName(table)
                        .filterExpression(AccountRowKeys.SORT + " = :account")
                        .expressionAttributeValues(Map.of(":account", AttributeValue.fromS(AccountRowKeys.ACCOUNT)))
                        .projectionExpression(AccountRowKeys.PARTITION.name())
                        .consistentRead(true))
                .items()
                .stream()
                .map(item -> AccountRowKeys.accountOf(new Row("Accounts", item).get(AccountRowKeys.PARTITION)));
    }
}
