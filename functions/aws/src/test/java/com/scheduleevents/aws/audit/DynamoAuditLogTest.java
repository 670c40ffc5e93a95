package com.scheduleevents.aws.audit;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.testkit.aws.LocalTables;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoAuditLogTest extends AuditLogContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final AuditLog log = new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"));

    @Override
    protected AuditLog log() {
        return log;
    }

    @Nested
    final class Simulated extends AuditLogContract {

        private final AuditLog simulated = TestWiring.create().auditLog();

        @Override
        protected AuditLog log() {
            return simulated;
        }
    }
}
