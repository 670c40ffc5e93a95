package com.scheduleevents.aws.webhooks;

import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Writes that are made together or not at all. */
final class Transaction {

    /** What a transaction fails with that another one, or another write, was faster than. */
    private static final Set<String> OVERTAKEN = Set.of("ConditionalCheckFailed", "TransactionConflict", "None");

    private Transaction() {}

    /** @return whether they were made; not when something else was faster, or a condition does not hold */
    static boolean write(DynamoDbClient dynamoDb, TransactWriteItem... items) {
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
