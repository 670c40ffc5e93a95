package com.scheduleevents.aws.webhooks;

import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import com.scheduleevents.domain.mail.DailyMailLimit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One row of the Idempotency table for each account and day with e-mails, and another one for those that confirm addresses. */
public final class DynamoDailyMailLimit implements DailyMailLimit {

    /** Tells the rows apart from those of the kinds that are counted by the hour. */
    private static final String PREFIX = "day/";

    private final MailCounts counts;
    private final int perDay;

    /**
     * @param table the name of the Idempotency table
     * @param perDay how many e-mails an account gets in a day
     */
    public DynamoDailyMailLimit(DynamoDbClient dynamoDb, String table, int perDay) {
        this.counts = new MailCounts(dynamoDb, table);
        this.perDay = perDay;
    }

    @Override
    public int perDay() {
        return perDay;
    }

    @Override
    public MailDecision count(CountedMail mail) {
        return counts.add(
                mail.account(),
                PREFIX + mail.share().countName(),
                mail.day(),
                mail.name(),
                mail.share().most(perDay));
    }
}
