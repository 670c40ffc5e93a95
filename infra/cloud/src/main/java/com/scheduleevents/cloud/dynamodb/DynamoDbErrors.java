package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.faults.ServiceErrors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Creates the exceptions of DynamoDB's client. */
final class DynamoDbErrors implements ServiceErrors {

    /** The SDK's own number of tries for DynamoDB. */
    private static final int ATTEMPTS = 9;

    @Override
    public RuntimeException unavailable() {
        return InternalServerErrorException.builder()
                .message("Internal server error")
                .statusCode(500)
                .awsErrorDetails(details("InternalServerError", "Internal server error"))
                .build();
    }

    @Override
    public RuntimeException throttled() {
        String message = "Throughput exceeds the current capacity of your table or index.";
        return ProvisionedThroughputExceededException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("ProvisionedThroughputExceededException", message))
                .build();
    }

    /** A write that meets a transaction is tried again too, as the functions' client is told to. */
    @Override
    public boolean isRetried(RuntimeException failure) {
        return ServiceErrors.super.isRetried(failure)
                || failure instanceof TransactionConflictException
                || failure instanceof TransactionInProgressException;
    }

    @Override
    public int attempts() {
        return ATTEMPTS;
    }

    static DynamoDbException validation(String message) {
        return (DynamoDbException) DynamoDbException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("ValidationException", message))
                .build();
    }

    static ResourceNotFoundException unknownTable(String table) {
        String message = "Requested resource not found: Table: " + table + " not found";
        return ResourceNotFoundException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("ResourceNotFoundException", message))
                .build();
    }

    static ResourceInUseException tableExists(String table) {
        String message = "Table already exists: " + table;
        return ResourceInUseException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("ResourceInUseException", message))
                .build();
    }

    static ConditionalCheckFailedException conditionFailed(Optional<Map<String, AttributeValue>> item) {
        String message = "The conditional request failed";
        ConditionalCheckFailedException.Builder failed = ConditionalCheckFailedException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("ConditionalCheckFailedException", message));
        item.ifPresent(failed::item);
        return failed.build();
    }

    static TransactionConflictException conflict() {
        String message = "Transaction is ongoing for the item";
        return TransactionConflictException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("TransactionConflictException", message))
                .build();
    }

    static TransactionCanceledException cancelled(List<CancellationReason> reasons) {
        String message = "Transaction cancelled, please refer cancellation reasons for specific reasons "
                + reasons.stream().map(CancellationReason::code).toList();
        return TransactionCanceledException.builder()
                .message(message)
                .statusCode(REFUSED)
                .cancellationReasons(reasons)
                .awsErrorDetails(details("TransactionCanceledException", message))
                .build();
    }

    static TransactionInProgressException inProgress() {
        String message = "The transaction with the given request token is already in progress.";
        return TransactionInProgressException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("TransactionInProgressException", message))
                .build();
    }

    static IdempotentParameterMismatchException otherParameters() {
        String message = "Request parameters are different than the previous request with the same client token";
        return IdempotentParameterMismatchException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("IdempotentParameterMismatchException", message))
                .build();
    }

    private static AwsErrorDetails details(String code, String message) {
        return ServiceErrors.details("DynamoDb", code, message);
    }
}
