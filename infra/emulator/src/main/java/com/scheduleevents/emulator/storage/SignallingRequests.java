package com.scheduleevents.emulator.storage;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.model.BatchExecuteStatementRequest;
import com.amazonaws.services.dynamodbv2.model.BatchExecuteStatementResult;
import com.amazonaws.services.dynamodbv2.model.BatchWriteItemRequest;
import com.amazonaws.services.dynamodbv2.model.BatchWriteItemResult;
import com.amazonaws.services.dynamodbv2.model.DeleteItemRequest;
import com.amazonaws.services.dynamodbv2.model.DeleteItemResult;
import com.amazonaws.services.dynamodbv2.model.ExecuteStatementRequest;
import com.amazonaws.services.dynamodbv2.model.ExecuteStatementResult;
import com.amazonaws.services.dynamodbv2.model.ExecuteTransactionRequest;
import com.amazonaws.services.dynamodbv2.model.ExecuteTransactionResult;
import com.amazonaws.services.dynamodbv2.model.PutItemRequest;
import com.amazonaws.services.dynamodbv2.model.PutItemResult;
import com.amazonaws.services.dynamodbv2.model.TransactWriteItem;
import com.amazonaws.services.dynamodbv2.model.TransactWriteItemsRequest;
import com.amazonaws.services.dynamodbv2.model.TransactWriteItemsResult;
import com.amazonaws.services.dynamodbv2.model.UpdateItemRequest;
import com.amazonaws.services.dynamodbv2.model.UpdateItemResult;
import org.jspecify.annotations.Nullable;

/** Carries out requests, and signals which tables they have written to. */
final class SignallingRequests extends LocalDynamoDBRequestHandler {

    private final TableSignals writes;

    /** @param directory stores all data; null: in memory */
    @SuppressWarnings("NullAway") // DynamoDB Local takes null for "no directory"
    SignallingRequests(@Nullable String directory, TableSignals writes) {
        super(0, directory == null, directory, true, false);
        this.writes = writes;
    }

    @Override
    public PutItemResult putItem(String accessKey, String region, PutItemRequest request) {
        PutItemResult result = super.putItem(accessKey, region, request);
        writes.written(request.getTableName());
        return result;
    }

    @Override
    public UpdateItemResult updateItem(String accessKey, String region, UpdateItemRequest request) {
        UpdateItemResult result = super.updateItem(accessKey, region, request);
        writes.written(request.getTableName());
        return result;
    }

    @Override
    public DeleteItemResult deleteItem(String accessKey, String region, DeleteItemRequest request) {
        DeleteItemResult result = super.deleteItem(accessKey, region, request);
        writes.written(request.getTableName());
        return result;
    }

    @Override
    public BatchWriteItemResult batchWriteItem(String accessKey, String region, BatchWriteItemRequest request) {
        BatchWriteItemResult result = super.batchWriteItem(accessKey, region, request);
        request.getRequestItems().keySet().forEach(writes::written);
        return result;
    }

    @Override
    public TransactWriteItemsResult transactWriteItems(
            String accessKey, String region, TransactWriteItemsRequest request) {
        TransactWriteItemsResult result = super.transactWriteItems(accessKey, region, request);
        request.getTransactItems().forEach(this::written);
        return result;
    }

    @SuppressWarnings("NullAway") // one of the four is there, the others are null
    private void written(TransactWriteItem item) {
        if (item.getPut() != null) {
            writes.written(item.getPut().getTableName());
        } else if (item.getUpdate() != null) {
            writes.written(item.getUpdate().getTableName());
        } else if (item.getDelete() != null) {
            writes.written(item.getDelete().getTableName());
        }
    }

    @Override
    public ExecuteStatementResult executeStatement(String accessKey, String region, ExecuteStatementRequest request) {
        ExecuteStatementResult result = super.executeStatement(accessKey, region, request);
        writes.executed(request.getStatement());
        return result;
    }

    @Override
    public BatchExecuteStatementResult batchExecuteStatement(
            String accessKey, String region, BatchExecuteStatementRequest request) {
        BatchExecuteStatementResult result = super.batchExecuteStatement(accessKey, region, request);
        request.getStatements().forEach(one -> writes.executed(one.getStatement()));
        return result;
    }

    @Override
    public ExecuteTransactionResult executeTransaction(
            String accessKey, String region, ExecuteTransactionRequest request) {
        ExecuteTransactionResult result = super.executeTransaction(accessKey, region, request);
        request.getTransactStatements().forEach(one -> writes.executed(one.getStatement()));
        return result;
    }
}
