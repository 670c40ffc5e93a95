package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditId;
import com.scheduleevents.domain.audit.AuditLog;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Audit logs in memory. */
public final class InMemoryAuditLog implements AuditLog {

    private final Map<List<String>, AuditEntry> entries = new HashMap<>();

    @Override
    public synchronized void put(AuditEntry entry) {
        entries.put(List.of(entry.account().value(), entry.id().value()), entry);
    }

    @Override
    public synchronized List<AuditEntry> newestFirst(AccountId account, Optional<AuditId> olderThan, int max) {
        return entries.values().stream()
                .filter(entry -> entry.account().equals(account))
                .filter(entry -> olderThan.isEmpty()
                        || entry.id().value().compareTo(olderThan.get().value()) < 0)
                .sorted(Comparator.comparing((AuditEntry entry) -> entry.id().value())
                        .reversed())
                .limit(max)
                .toList();
    }
}
