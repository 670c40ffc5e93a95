package com.scheduleevents.aws.audit;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditId;
import com.scheduleevents.domain.audit.AuditLog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The audit logs of all accounts, one row for each entry. */
public final class DynamoAuditLog implements AuditLog {

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the AuditLog table */
    public DynamoAuditLog(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public void put(AuditEntry entry) {
        dynamoDb.putItem(put -> put.tableName(table.name()).item(AuditRow.item(entry)));
    }

    @Override
    public List<AuditEntry> newestFirst(AccountId account, Optional<AuditId> olderThan, int max) {
        QueryRequest.Builder query = table.partition(AuditRow.ACCOUNT, text(account.value()))
                .scanIndexForward(false)
                .limit(max);
        olderThan.ifPresent(id -> query.keyConditionExpression(
                        AuditRow.ACCOUNT + " = :account AND " + AuditRow.ID + " < :id")
                .expressionAttributeValues(Map.of(":account", text(account.value()), ":id", AuditRow.ID.write(id))));
        return table.read(query).map(AuditRow::entry).limit(max).toList();
    }
}
