package com.scheduleevents.testkit.aws;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;

/** Leaves out the first statement of each batch, which has several, and responds that it met a transaction, which DynamoDB Local never says. */
final class RefusedStatements implements ExecutionInterceptor {

    private static final BatchStatementResponse REFUSED = BatchStatementResponse.builder()
            .error(error -> error.code(BatchStatementErrorCodeEnum.TRANSACTION_CONFLICT))
            .build();

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        if (context.request() instanceof BatchExecuteStatementRequest batch) {
            List<BatchStatementRequest> all = batch.statements();
            return batch.toBuilder().statements(all.subList(1, all.size())).build();
        }
        return context.request();
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        if (context.response() instanceof BatchExecuteStatementResponse batch) {
            return batch.toBuilder()
                    .responses(Stream.concat(Stream.of(REFUSED), batch.responses().stream())
                            .toList())
                    .build();
        }
        return context.response();
    }
}
