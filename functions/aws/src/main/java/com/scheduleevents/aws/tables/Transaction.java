package com.scheduleevents.aws.tables;

import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Writes that succeed or fail together. */
public final class Transaction {

    /** The reasons for which a transaction fails when a condition is not met or another write was faster. */
    private static final Set<String> OVERTAKEN = Set.of("ConditionalCheckFailed", "TransactionConflict", "None");

    private Transaction() {}

    /** Makes the writes. Returns false when a condition is not met, or another write or transaction was faster. */
    public static boolean write(DynamoDbClient dynamoDb, TransactWriteItem... items) {
        try {
            dynamoDb.transactWriteItems(write -> write.transactItems(items));
            return true;
        } catch (TransactionCanceledException e) {
            if (e.cancellationReasons().stream().allMatch(reason -> OVERTAKEN.contains(reason.code()))) {
                return false;
            }
            throw e;
        }
    }
}
