package com.scheduleevents.domain.erasure;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.usage.UsageDay;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The erasure of a clinic, or of a whole account. It begins with the removal of the clinic, or the end of the account. Rows are deleted day by
 * day, each day when its usage has been counted for the last time. It has ended when the day of its beginning is deleted too: nothing of the
 * clinic is under way any more by then.
 *
 * @param clinic the clinic; empty for the whole account
 * @param reason who asked for it and why, in the operator's words
 * @param closedAt when the clinic had been removed, or the account closed
 * @param deleted what was deleted so far
 * @param endedAt when it had ended; empty until then
 */
public record Erasure(
        AccountId account,
        Optional<ClinicId> clinic,
        String reason,
        Instant closedAt,
        ErasedRows deleted,
        Optional<Instant> endedAt) {

    /**
     * How long after its beginning the last count of a day may still be read from the tables, and another that began beside it. The count of
     * the largest day takes minutes.
     */
    public static final Duration COUNT_ENDS = Duration.ofHours(6);

    /** How long a clinic cannot be added again: queues keep messages for 14 days, and a message may be put back once more. */
    public static final Duration QUEUES_KEEP = Duration.ofDays(15);

    /** An erasure that begins now. */
    public static Erasure begin(AccountId account, Optional<ClinicId> clinic, String reason, Instant now) {
        return new Erasure(account, clinic, reason, now, ErasedRows.NONE, Optional.empty());
    }

    /**
     * Whether what belongs to an event is to be erased. What was recorded after the end is not: the clinic was added again.
     *
     * @param of the clinic of the event; empty when it has none
     */
    public boolean concerns(EventId event, Optional<ClinicId> of) {
        return (clinic.isEmpty() || clinic.equals(of))
                && endedAt.filter(end -> event.mintedAt().isAfter(end)).isEmpty();
    }

    /**
     * Whether the events of a day, and what belongs to them, can be deleted: no count of the day will miss them.
     *
     * @param counted when the last complete count of the day began
     */
    public static boolean isDeletable(UsageDay day, Optional<Instant> counted, Instant now) {
        return counted.filter(day::isSettledAt)
                .filter(began -> !now.isBefore(began.plus(COUNT_ENDS)))
                .isPresent();
    }

    /** The day on which the last event may have been recorded. */
    public UsageDay lastDay() {
        return UsageDay.of(closedAt);
    }

    /** Whether a count of a day, which had been counted for the last time before, would miss what was deleted. */
    public boolean hasDeletedOf(UsageDay day) {
        return endedAt.filter(end -> day.start().isAfter(end)).isEmpty();
    }

    /** From when the clinic may be added again; empty while that is not known. */
    public Optional<Instant> addableFrom() {
        return endedAt.map(end -> end.plus(QUEUES_KEEP));
    }

    /** The same with more rows deleted. */
    public Erasure with(ErasedRows more) {
        return new Erasure(account, clinic, reason, closedAt, deleted.plus(more), endedAt);
    }

    /** The same, ended. One that is repeated has ended already, and keeps that time. */
    public Erasure ended(Instant now) {
        return new Erasure(account, clinic, reason, closedAt, deleted, endedAt.or(() -> Optional.of(now)));
    }

    /** The entry of the audit log about its end. */
    public AuditEntry audit(Instant now) {
        Map<Detail, String> details = new EnumMap<>(Map.of(Detail.REASON, reason));
        clinic.ifPresent(id -> details.put(Detail.CLINIC_ID, id.value()));
        return AuditEntry.of(
                account,
                clinic.isPresent() ? AuditAction.CLINIC_ERASED : AuditAction.ACCOUNT_ERASED,
                Origin.operator(now),
                clinic.map(ClinicId::value).orElse(account.value()),
                new Clinics.Listed(Set.copyOf(clinic.stream().toList())),
                details);
    }
}
