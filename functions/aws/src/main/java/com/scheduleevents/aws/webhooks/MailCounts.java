package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
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
record MailCounts(DynamoDbClient dynamoDb, String table) {

    /** As long as a message can be on the mail queue and then among its dead letters. */
    private static final Duration KEPT = Duration.ofDays(28);

    private static final Attribute<Set<String>> MAILS = Attribute.textSet("mails");

    /**
     * Adds an e-mail, unless the count is full.
     *
     * @param count the kind of e-mails that are counted together
     * @param since when the time began for which they are counted
     * @param most how many e-mails fill the count
     */
    MailDecision add(AccountId account, String count, Instant since, String name, int most) {
        try {
            Map<String, AttributeValue> counted = dynamoDb.updateItem(update -> update.tableName(table)
                            .key(new Item()
                                    .with(DynamoIdempotency.KEY, key(account, count, since))
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
    private static String key(AccountId account, String count, Instant since) {
        return "mails#" + account.value() + "#" + count + "#" + since;
    }
}
