package com.scheduleevents.domain.audit;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Reads the audit log on behalf of an API key, which sees only entries whose clinics it sees all of. */
public final class AuditReader {

    /** How many entries a query reads at least for a key that sees some clinics, because it may see few of the entries. */
    private static final int LEAST_READ = 250;

    private final AuditLog log;
    private final ClinicAccess access;

    public AuditReader(AuditLog log, ClinicAccess access) {
        this.log = log;
        this.access = access;
    }

    /**
     * Reads one page, newest first. However many entries the key does not see, all are read until the page is full: an id tells when
     * something was changed, and which change it was to those who know what could have been changed. So neither the cursor nor the end may
     * depend on a hidden entry.
     *
     * @param limit the size of the page, at least 1
     * @param read is told how many entries each query read
     */
    public Page<AuditEntry, AuditId> page(Caller caller, Optional<AuditId> startingAfter, int limit, IntConsumer read) {
        Clinics seen = access.clinicsOf(caller);
        return new FilteredList<AuditEntry, AuditId>(
                        (after, max) -> {
                            List<AuditEntry> entries = log.newestFirst(caller.account(), after, max);
                            read.accept(entries.size());
                            return entries;
                        },
                        AuditEntry::id,
                        seen instanceof Clinics.Listed ? Math.max(limit + 1, LEAST_READ) : limit + 1,
                        FilteredList.NO_BUDGET)
                .matching(startingAfter, limit, entry -> entry.isSeenBy(seen));
    }
}
