package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.Notice;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** One row of the Idempotency table for each account, kind and hour with e-mails about changes. It has the names of those that were sent. */
public final class DynamoChangeMailLimit implements ChangeMailLimit {

    /** As long as a message can be on the mail queue and then among its dead letters. */
    private static final Duration KEPT = Duration.ofDays(28);

    private static final Attribute<Set<String>> MAILS = Attribute.textSet("mails");

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Idempotency table */
    public DynamoChangeMailLimit(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public MailDecision count(Notice.Counted notice) {
        try {
            Map<String, AttributeValue> counted = dynamoDb.updateItem(update -> update.tableName(table)
                            .key(new Item()
                                    .with(DynamoIdempotency.KEY, key(notice))
                                    .toMap())
                            .conditionExpression(
                                    "attribute_not_exists(#mails) OR size(#mails) < :most OR contains(#mails, :name)")
                            .updateExpression("SET #expires = :expires ADD #mails :mail")
                            .expressionAttributeNames(
                                    Map.of("#expires", Attribute.EXPIRES_AT.name(), "#mails", MAILS.name()))
                            .expressionAttributeValues(Map.of(
                                    ":most", number(PER_HOUR),
                                    ":expires",
                                            Attribute.EXPIRES_AT.write(
                                                    notice.hour().plus(KEPT)),
                                    ":name", text(notice.name()),
                                    ":mail", MAILS.write(Set.of(notice.name()))))
                            .returnValues(ReturnValue.UPDATED_NEW))
                    .attributes();
            return new Row("Idempotency", counted).get(MAILS).size() < PER_HOUR
                    ? MailDecision.SEND
                    : MailDecision.SEND_AS_LAST;
        } catch (ConditionalCheckFailedException tooMany) {
            return MailDecision.LEAVE_OUT;
        }
    }

    /** The prefix, with which no account ID begins, separates these rows from those of idempotency keys. */
    private static String key(Notice.Counted notice) {
        return "mails#" + notice.account().value() + "#" + notice.countedAs() + "#" + notice.hour();
    }
}
