package com.scheduleevents.domain.audit;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import java.util.Optional;

/** Reads the audit log on behalf of an API key, which sees only entries whose clinics it sees all of. */
public final class AuditReader {

    /** The maximum number of entries that one page reads, including those that the key does not see. */
    static final int READ_BUDGET = 1_000;

    /** How many entries a query reads at least for a key that sees some clinics, because it may see few of the entries. */
    private static final int LEAST_READ = 250;

    private final AuditLog log;
    private final ClinicAccess access;

    public AuditReader(AuditLog log, ClinicAccess access) {
        this.log = log;
        this.access = access;
    }

    /**
     * Reads one page, newest first. A page that ends at the read budget is short and has a cursor.
     *
     * @param limit the size of the page, at least 1
     */
    public Page<AuditEntry, AuditId> page(Caller caller, Optional<AuditId> startingAfter, int limit) {
        Clinics seen = access.clinicsOf(caller);
        return new FilteredList<AuditEntry, AuditId>(
                        (after, max) -> log.newestFirst(caller.account(), after, max),
                        AuditEntry::id,
                        seen instanceof Clinics.Listed ? Math.max(limit + 1, LEAST_READ) : limit + 1,
                        READ_BUDGET)
                .matching(startingAfter, limit, entry -> entry.isSeenBy(seen));
    }
}
