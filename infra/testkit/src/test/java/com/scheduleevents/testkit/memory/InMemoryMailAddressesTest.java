package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.testkit.contract.MailAddressesContract;

final class InMemoryMailAddressesTest extends MailAddressesContract {

    private final AuditLog log = new InMemoryAuditLog();
    private final MailAddresses addresses = new InMemoryMailAddresses(log);

    @Override
    protected MailAddresses addresses() {
        return addresses;
    }

    @Override
    protected AuditLog auditLog() {
        return log;
    }
}
