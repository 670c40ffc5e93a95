package com.scheduleevents.domain.audit;

import com.scheduleevents.domain.account.AccountId;
import java.util.List;
import java.util.Optional;

/** Port: the audit logs of accounts. */
public interface AuditLog {

    /** Stores an entry; storing it again changes nothing. */
    void put(AuditEntry entry);

    /**
     * The account's entries, newest first; strongly consistent.
     *
     * @param olderThan only entries before this one, which need not exist any more
     * @param max at most this many; fewer only when there are no more
     */
    List<AuditEntry> newestFirst(AccountId account, Optional<AuditId> olderThan, int max);
}
