package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.number;
import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import com.scheduleevents.domain.mail.MailCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * Counts of e-mails in rows of the Idempotency table, one for each account, kind and time. A row has the names of the e-mails that were
 * sent, so that none is counted twice.
 *
 * @param table the name of the Idempotency table
 */
public record DynamoMailCounts(DynamoDbClient dynamoDb, String table) implements MailCounts {

    /** As long as a message can be on the mail queue and then among its dead letters. */
    private static final Duration KEPT = Duration.ofDays(28);

    private static final Attribute<Set<String>> MAILS = Attribute.textSet("mails");

    @Override
    public MailDecision add(AccountId account, String kind, Instant since, String name, int most) {
        try {
            Map<String, AttributeValue> counted = dynamoDb.updateItem(update -> update.tableName(table)
                            .key(new Item()
                                    .with(DynamoIdempotency.KEY, key(account, kind, since))
                                    .toMap())
                            .conditionExpression(
                                    "attribute_not_exists(#mails) OR size(#mails) < :most OR contains(#mails, :name)")
                            .updateExpression("SET #expires = :expires ADD #mails :mail")
                            .expressionAttributeNames(
                                    Map.of("#expires", Attribute.EXPIRES_AT.name(), "#mails", MAILS.name()))
                            .expressionAttributeValues(Map.of(
                                    ":most", number(most),
                                    ":expires", Attribute.EXPIRES_AT.write(since.plus(KEPT)),
                                    ":name", text(name),
                                    ":mail", MAILS.write(Set.of(name))))
                            .returnValues(ReturnValue.UPDATED_NEW))
                    .attributes();
            return new Row("Idempotency", counted).get(MAILS).size() < most
                    ? MailDecision.SEND
                    : MailDecision.SEND_AS_LAST;
        } catch (ConditionalCheckFailedException tooMany) {
            return MailDecision.LEAVE_OUT;
        }
    }

    /** The prefix, with which no account ID begins, separates these rows from those of idempotency keys. */
    private static String key(AccountId account, String kind, Instant since) {
        return "mails#" + account.value() + "#" + kind + "#" + since;
    }
}
