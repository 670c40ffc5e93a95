package com.scheduleevents.aws.accounts;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Every account there is, by reading the whole table: something for operators and the night, not for requests. */
public final class AccountScan {

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the name of the table Accounts
     */
    public AccountScan(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    /** Reads them as they are asked for, in no order. */
    public Stream<AccountId> read() {
        return dynamoDb
                .scanPaginator(scan -> scan.tableName(table)
                        .filterExpression("sk = :account")
                        .expressionAttributeValues(Map.of(":account", AttributeValue.fromS(AccountRowKeys.ACCOUNT)))
                        .projectionExpression("pk")
                        .consistentRead(true))
                .items()
                .stream()
                .map(item -> AccountRowKeys.accountOf(new Row("Accounts", item).text("pk")));
    }
}
