package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import com.scheduleevents.domain.mail.DailyMailLimit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The e-mails of each account and day, in memory. */
public final class InMemoryDailyMailLimit implements DailyMailLimit {

    private final Map<String, Set<String>> mails = new HashMap<>();

    @Override
    public int perDay() {
        return STANDARD;
    }

    @Override
    public synchronized MailDecision count(CountedMail mail) {
        Set<String> counted = mails.computeIfAbsent(
                mail.account().value() + "/" + mail.share().countName() + "/" + mail.day(), _ -> new HashSet<>());
        int most = mail.share().most(perDay());
        if (counted.size() >= most && !counted.contains(mail.name())) {
            return MailDecision.LEAVE_OUT;
        }
        counted.add(mail.name());
        return counted.size() < most ? MailDecision.SEND : MailDecision.SEND_AS_LAST;
    }
}
