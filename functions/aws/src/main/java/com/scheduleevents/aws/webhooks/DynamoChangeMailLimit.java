package com.scheduleevents.aws.webhooks;

import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.Notice;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One row of the Idempotency table for each account, kind and hour with e-mails about changes. */
public final class DynamoChangeMailLimit implements ChangeMailLimit {

    private final MailCounts counts;

    /** @param table the name of the Idempotency table */
    public DynamoChangeMailLimit(DynamoDbClient dynamoDb, String table) {
        this.counts = new MailCounts(dynamoDb, table);
    }

    @Override
    public MailDecision count(Notice.Counted notice) {
        return counts.add(notice.account(), notice.countedAs(), notice.hour(), notice.name(), PER_HOUR);
    }
}
