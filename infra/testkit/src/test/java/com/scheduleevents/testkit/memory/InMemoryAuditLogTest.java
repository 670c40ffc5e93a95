package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.testkit.contract.AuditLogContract;

class InMemoryAuditLogTest extends AuditLogContract {

    private final AuditLog log = new InMemoryAuditLog();

    @Override
    protected AuditLog log() {
        return log;
    }
}
