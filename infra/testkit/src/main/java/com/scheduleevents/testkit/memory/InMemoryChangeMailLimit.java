package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.Notice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The e-mails about changes of each account, kind and hour, in memory. */
public final class InMemoryChangeMailLimit implements ChangeMailLimit {

    private final Map<String, Set<String>> mails = new HashMap<>();

    @Override
    public synchronized MailDecision count(Notice.Counted notice) {
        Set<String> counted = mails.computeIfAbsent(
                notice.account().value() + notice.countedAs() + notice.hour(), _ -> new HashSet<>());
        if (counted.size() >= PER_HOUR && !counted.contains(notice.name())) {
            return MailDecision.LEAVE_OUT;
        }
        counted.add(notice.name());
        return counted.size() < PER_HOUR ? MailDecision.SEND : MailDecision.SEND_AS_LAST;
    }
}
