package com.scheduleevents.aws.webhooks;

import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Finds every e-mail that is still due, and its operational event, by scanning the whole Webhooks table, for a daily job. */
public final class DueMailScan {

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Webhooks table */
    public DueMailScan(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    /** The rows with such e-mails, read as the stream is consumed. */
    public Stream<WebhookChange> read() {
        return dynamoDb
                .scanPaginator(scan -> scan.tableName(table)
                        .filterExpression("attribute_exists(#due)")
                        .expressionAttributeNames(Map.of("#due", WebhookRow.MAILS_DUE.name())))
                .items()
                .stream()
                .map(WebhookChange::stillDue);
    }
}
