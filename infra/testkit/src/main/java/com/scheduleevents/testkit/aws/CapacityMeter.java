package com.scheduleevents.testkit.aws;

import java.util.function.ObjDoubleConsumer;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Has DynamoDB tell what calls take of a table's capacity. */
final class CapacityMeter implements ExecutionInterceptor {

    private final ObjDoubleConsumer<String> capacity;

    CapacityMeter(ObjDoubleConsumer<String> capacity) {
        this.capacity = capacity;
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return switch (context.request()) {
            case QueryRequest query ->
                query.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case PutItemRequest put ->
                put.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case UpdateItemRequest update ->
                update.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            default -> throw new IllegalStateException("give this call a meter too");
        };
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        SdkResponse response = context.response();
        switch (response) {
            case QueryResponse query ->
                capacity.accept("Query", query.consumedCapacity().capacityUnits());
            case PutItemResponse put ->
                capacity.accept("PutItem", put.consumedCapacity().capacityUnits());
            case UpdateItemResponse update ->
                capacity.accept("UpdateItem", update.consumedCapacity().capacityUnits());
            default -> throw new IllegalStateException("give this call a meter too");
        }
    }
}
