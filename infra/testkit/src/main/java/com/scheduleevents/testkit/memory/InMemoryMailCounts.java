package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import com.scheduleevents.domain.mail.MailCounts;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The e-mails of each account, kind and time, in memory. */
public final class InMemoryMailCounts implements MailCounts {

    private final Map<String, Set<String>> mails = new HashMap<>();

    @Override
    public synchronized MailDecision add(AccountId account, String kind, Instant since, String name, int most) {
        Set<String> counted = mails.computeIfAbsent(account.value() + "/" + kind + "/" + since, _ -> new HashSet<>());
        if (counted.size() >= most && !counted.contains(name)) {
            return MailDecision.LEAVE_OUT;
        }
        counted.add(name);
        return counted.size() < most ? MailDecision.SEND : MailDecision.SEND_AS_LAST;
    }
}
