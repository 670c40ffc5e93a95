package com.scheduleevents.testkit.samples;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import java.time.Instant;
import java.util.Map;

/** Entries of the audit log for tests in which their content does not matter. */
public final class AuditSamples {

    private AuditSamples() {}

    /** An entry of an account; far in the future, because DynamoDB Local deletes expired rows. */
    public static AuditEntry entry(AccountId account) {
        return AuditEntry.of(
                account,
                AuditAction.REPLAY_STARTED,
                Origin.operator(Instant.parse("2126-11-20T14:02:11.337Z")),
                "a sample",
                new Clinics.All(),
                Map.of());
    }
}
