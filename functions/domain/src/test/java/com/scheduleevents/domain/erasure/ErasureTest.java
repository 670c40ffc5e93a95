package com.scheduleevents.domain.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.usage.UsageDay;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests what an erasure concerns, and when it may delete it. */
class ErasureTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final ClinicId CLINIC = new ClinicId("cln_gone");
    private static final ClinicId OTHER = new ClinicId("cln_stays");
    private static final Instant CLOSED = Instant.parse("2026-11-21T23:00:00Z");
    private static final UsageDay DAY = UsageDay.of(CLOSED);
    private static final Instant SETTLED = Instant.parse("2026-11-24T02:00:00Z");

    private final Erasure ofClinic = Erasure.begin(ACCOUNT, Optional.of(CLINIC), "ticket 7", CLOSED);
    private final Erasure ofAccount = Erasure.begin(ACCOUNT, Optional.empty(), "ticket 8", CLOSED);

    @Test
    void concernsItsClinicAloneOrTheWholeAccount() {
        EventId event = EventId.of(CLOSED, "some");
        assertThat(ofClinic.concerns(event, Optional.of(CLINIC))).isTrue();
        assertThat(ofClinic.concerns(event, Optional.of(OTHER))).isFalse();
        assertThat(ofClinic.concerns(event, Optional.empty())).isFalse();
        assertThat(ofAccount.concerns(event, Optional.of(OTHER))).isTrue();
        assertThat(ofAccount.concerns(event, Optional.empty())).isTrue();
    }

    /** A restored table may have more of the clinic; a clinic that was added again has new events, which stay. */
    @Test
    void concernsNothingThatWasRecordedAfterItsEnd() {
        Instant end = CLOSED.plus(Duration.ofDays(3));
        Erasure ended = ofClinic.ended(end);
        assertThat(ended.concerns(EventId.of(end, "before"), Optional.of(CLINIC)))
                .isTrue();
        assertThat(ended.concerns(EventId.of(end.plusMillis(1), "after"), Optional.of(CLINIC)))
                .isFalse();
        assertThat(ended.ended(end.plusSeconds(1)).endedAt()).contains(end);
    }

    @Test
    void dayIsDeletedOnceItsLastCountHasEnded() {
        Instant later = SETTLED.plus(Erasure.COUNT_ENDS);
        assertThat(Erasure.isDeletable(DAY, Optional.empty(), later)).isFalse();
        assertThat(Erasure.isDeletable(DAY, Optional.of(SETTLED.minus(Duration.ofDays(1))), later))
                .isFalse();
        assertThat(Erasure.isDeletable(DAY, Optional.of(SETTLED), later.minusMillis(1)))
                .isFalse();
        assertThat(Erasure.isDeletable(DAY, Optional.of(SETTLED), later)).isTrue();
    }

    @Test
    void clinicCanBeAddedWhenNoQueueCanHoldItsEvents() {
        assertThat(ofClinic.addableFrom()).isEmpty();
        assertThat(ofClinic.ended(SETTLED).addableFrom()).contains(SETTLED.plus(Duration.ofDays(15)));
    }

    @Test
    void daysThatBeganBeforeItsEndMayLackEvents() {
        assertThat(ofClinic.hasDeletedOf(DAY)).isTrue();
        assertThat(ofClinic.hasDeletedOf(DAY.plus(9))).isTrue();
        assertThat(ofClinic.ended(SETTLED).hasDeletedOf(UsageDay.of(SETTLED))).isTrue();
        assertThat(ofClinic.ended(SETTLED).hasDeletedOf(UsageDay.of(SETTLED).plus(1)))
                .isFalse();
    }

    @Test
    void auditLogSaysWhatWasErasedAndWhoAsked() {
        AuditEntry clinic = ofClinic.audit(SETTLED);
        assertThat(clinic.action()).isEqualTo(AuditAction.CLINIC_ERASED);
        assertThat(clinic.clinics()).isEqualTo(new Clinics.Listed(Set.of(CLINIC)));
        assertThat(clinic.details()).isEqualTo(Map.of(Detail.CLINIC_ID, "cln_gone", Detail.REASON, "ticket 7"));
        AuditEntry account = ofAccount.audit(SETTLED);
        assertThat(account.action()).isEqualTo(AuditAction.ACCOUNT_ERASED);
        assertThat(account.details()).isEqualTo(Map.of(Detail.REASON, "ticket 8"));
        assertThat(account.id()).isNotEqualTo(clinic.id());
    }

    @Test
    void deletedRowsAddUp() {
        ErasedRows rows = new ErasedRows(1, 2, 3, 4, 5, 6);
        assertThat(ofClinic.with(rows).with(rows).deleted()).isEqualTo(new ErasedRows(2, 4, 6, 8, 10, 12));
    }
}
