package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds every e-mail that is still due, and its operational event, and the client certificates that end soon, by scanning the whole Webhooks
 * table, for a daily job.
 */
public final class DueMailScan {

    private static final Logger LOG = LoggerFactory.getLogger(DueMailScan.class);

    private static final String FILTER =
            "attribute_exists(#due) OR (#status = :active AND #certificate.#ends <= :soon)";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Webhooks table */
    public DueMailScan(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    /** What is due in each row with such e-mails, and with a certificate that ends soon, read as the stream is consumed. */
    public Stream<StillDue> read(Instant now) {
        return dynamoDb
                .scanPaginator(scan -> scan.tableName(table)
                        .filterExpression(FILTER)
                        .expressionAttributeNames(Map.of(
                                "#due", WebhookRow.MAILS_DUE.name(),
                                "#status", WebhookRow.STATUS.name(),
                                "#certificate", SealedAttributes.CERTIFICATE.name(),
                                "#ends", SealedAttributes.CERTIFICATE_ENDS.name()))
                        .expressionAttributeValues(Map.of(
                                ":active", WebhookRow.STATUS.write(WebhookStatus.ACTIVE),
                                ":soon",
                                        SealedAttributes.CERTIFICATE_ENDS.write(
                                                now.plus(CertificateEnd.FIRST_NOTICE)))))
                .items()
                .stream()
                .flatMap(row -> read(row, now).stream());
    }

    /** A row that says nothing keeps the e-mails of others no more back than one that is missing. */
    private static Optional<StillDue> read(Map<String, AttributeValue> row, Instant now) {
        try {
            return Optional.of(Row.read("Webhooks", row, _ -> WebhookChange.stillDue(row, now)));
        } catch (UnreadableRow e) {
            LOG.error("e-mails are due and cannot be read: {}", e.reason());
            return Optional.empty();
        }
    }
}
