package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import java.time.Instant;

/** Port: counts the e-mails of an account by kind and time. */
@FunctionalInterface
public interface MailCounts {

    /**
     * Adds an e-mail to a count, unless the count is full. One that was added is not added again, so what SES refused is sent when it is
     * tried again.
     *
     * @param kind the kind of e-mails that are counted together
     * @param since when the time began for which they are counted
     * @param name what no other e-mail of the account is named
     * @param most how many e-mails fill the count
     */
    MailDecision add(AccountId account, String kind, Instant since, String name, int most);
}
