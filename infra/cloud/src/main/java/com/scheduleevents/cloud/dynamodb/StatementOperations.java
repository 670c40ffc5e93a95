package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.Placeholders;
import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.requests.KnownFields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;

/** PartiQL, as far as it inserts items. */
final class StatementOperations {

    private static final KnownFields BATCH = KnownFields.of("Statements");
    private static final KnownFields STATEMENT = KnownFields.of("Statement", "Parameters");

    /** Amazon DynamoDB API Reference, "BatchExecuteStatement". */
    private static final int MOST_STATEMENTS = 25;

    private static final Pattern INSERT =
            Pattern.compile("INSERT INTO \"([^\"]+)\" VALUE \\{('[^']+': \\?(?:, '[^']+': \\?)*+)}");
    private static final Pattern NAME = Pattern.compile("'([^']+)': \\?");

    private final StoredTables tables;
    private final ServiceFaults faults;

    StatementOperations(StoredTables tables, ServiceFaults faults) {
        this.tables = tables;
        this.faults = faults;
    }

    BatchExecuteStatementResponse batch(BatchExecuteStatementRequest request) {
        BATCH.require(request);
        List<ItemWrite> inserts =
                request.statements().stream().map(this::insert).toList();
        if (inserts.isEmpty() || inserts.size() > MOST_STATEMENTS) {
            throw DynamoDbErrors.validation("Member must have length between 1 and " + MOST_STATEMENTS);
        }
        Set<List<Object>> keys = new HashSet<>();
        for (ItemWrite insert : inserts) {
            if (!keys.add(List.of(insert.table().schema().name(), insert.key()))) {
                throw DynamoDbErrors.validation("Provided list of item keys contains duplicates");
            }
        }
        return BatchExecuteStatementResponse.builder()
                .responses(inserts.stream().map(this::made).toList())
                .build();
    }

    private ItemWrite insert(BatchStatementRequest request) {
        STATEMENT.require(request);
        Matcher statement = INSERT.matcher(request.statement());
        if (!statement.matches()) {
            throw new UnsupportedOperationException("this statement is not simulated: " + request.statement());
        }
        Map<String, AttributeValue> item = new HashMap<>();
        List<String> names = NAME.matcher(statement.group(2))
                .results()
                .map(name -> name.group(1))
                .toList();
        if (names.size() != request.parameters().size()) {
            throw DynamoDbErrors.validation("Number of parameters in request and statement don't match.");
        }
        for (int i = 0; i < names.size(); i++) {
            item.put(names.get(i), request.parameters().get(i));
        }
        return ItemWrite.put(tables.named(statement.group(1)), item, null, new Placeholders(Map.of(), Map.of()));
    }

    private BatchStatementResponse made(ItemWrite insert) {
        String table = insert.table().schema().name();
        if (faults.strikes(FaultKind.UNPROCESSED, new CallSite("world", "batchExecuteStatement", table))) {
            return refused(table, BatchStatementErrorCodeEnum.THROTTLING_ERROR);
        }
        if (insert.table().isLocked(insert.key())) {
            return refused(table, BatchStatementErrorCodeEnum.TRANSACTION_CONFLICT);
        }
        if (!insert.before().isEmpty()) {
            insert.table().consumption().write(ItemSize.of(insert.before()));
            return refused(table, BatchStatementErrorCodeEnum.DUPLICATE_ITEM);
        }
        insert.table().consumption().write(insert.size(insert.after()));
        insert.make(insert.after());
        return BatchStatementResponse.builder().tableName(table).build();
    }

    private static BatchStatementResponse refused(String table, BatchStatementErrorCodeEnum code) {
        return BatchStatementResponse.builder()
                .tableName(table)
                .error(error -> error.code(code))
                .build();
    }
}
