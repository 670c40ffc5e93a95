package com.scheduleevents.aws.audit;

import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.AuditLogContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoAuditLogTest extends AuditLogContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final AuditLog log = new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"));

    @Override
    protected AuditLog log() {
        return log;
    }
}
