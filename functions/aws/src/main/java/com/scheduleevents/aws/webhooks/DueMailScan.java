package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.error.UnreadableRow;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Finds every e-mail that is still due, and its operational event, by scanning the whole Webhooks table, for a daily job. */
public final class DueMailScan {

    private static final Logger LOG = LoggerFactory.getLogger(DueMailScan.class);

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Webhooks table */
    public DueMailScan(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    /** What is due in each row with such e-mails, read as the stream is consumed. */
    public Stream<StillDue> read() {
        return dynamoDb
                .scanPaginator(scan -> scan.tableName(table)
                        .filterExpression("attribute_exists(#due)")
                        .expressionAttributeNames(Map.of("#due", WebhookRow.MAILS_DUE.name())))
                .items()
                .stream()
                .flatMap(row -> read(row).stream());
    }

    /** A row that says nothing keeps the e-mails of others no more back than one that is missing. */
    private static Optional<StillDue> read(Map<String, AttributeValue> row) {
        try {
            return Optional.of(Row.read("Webhooks", row, _ -> WebhookChange.stillDue(row)));
        } catch (UnreadableRow e) {
            LOG.error("e-mails are due and cannot be read: {}", e.reason());
            return Optional.empty();
        }
    }
}
