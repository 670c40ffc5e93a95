package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.audit.AuditRow;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.Dismissals;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Dismissals: one transaction writes the delivery's row and the entry of the audit log. The SDK gives each transaction a token, so that
 * one whose response was lost is not repeated.
 */
public final class DynamoDismissals implements Dismissals {

    private final DynamoDbClient dynamoDb;
    private final DynamoDeliveryLog log;
    private final String auditLog;

    /** @param auditLog the name of the AuditLog table */
    public DynamoDismissals(DynamoDbClient dynamoDb, DynamoDeliveryLog log, String auditLog) {
        this.dynamoDb = dynamoDb;
        this.log = log;
        this.auditLog = auditLog;
    }

    @Override
    public boolean dismiss(WebhookId webhook, LoggedDelivery read, Instant expiresAt, AuditEntry entry) {
        LoggedDelivery dismissed = read.dismissed();
        return (read.attempts().isEmpty() && write(log.beginning(webhook, dismissed, expiresAt), entry))
                || write(log.replacing(webhook, read, dismissed), entry);
    }

    private boolean write(UpdateItemRequest wanted, AuditEntry entry) {
        TransactWriteItem update = TransactWriteItem.builder()
                .update(part -> part.tableName(wanted.tableName())
                        .key(wanted.key())
                        .conditionExpression(wanted.conditionExpression())
                        .updateExpression(wanted.updateExpression())
                        .expressionAttributeNames(wanted.expressionAttributeNames())
                        .expressionAttributeValues(wanted.expressionAttributeValues()))
                .build();
        return Transaction.write(dynamoDb, update, AuditRow.put(auditLog, entry));
    }
}
