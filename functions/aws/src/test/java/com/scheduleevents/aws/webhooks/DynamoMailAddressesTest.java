package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.MailAddressesContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DynamoMailAddressesTest extends MailAddressesContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final MailAddresses addresses = new DynamoMailAddresses(
            TABLES.dynamoDb(), TABLES.named("MailAddressesTable"), TABLES.named("AuditLogTable"));

    @Override
    protected MailAddresses addresses() {
        return addresses;
    }

    @Override
    protected AuditLog auditLog() {
        return new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"));
    }
}
