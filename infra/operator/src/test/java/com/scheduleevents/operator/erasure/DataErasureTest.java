package com.scheduleevents.operator.erasure;

import static com.scheduleevents.operator.erasure.ErasedTenant.ACCOUNT;
import static com.scheduleevents.operator.erasure.ErasedTenant.GONE;
import static com.scheduleevents.operator.erasure.ErasedTenant.STAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.erasure.ErasedRows;
import com.scheduleevents.domain.erasure.Erasure;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.operator.erasure.DataErasure.Reached;
import com.scheduleevents.terminal.InvalidArguments;
import com.scheduleevents.testkit.aws.WatchedCalls;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests what an erasure deletes, what it leaves, and that one that dies at any call is finished by the next. */
class DataErasureTest {

    private static final Instant EARLY = Instant.parse("2026-11-18T10:00:00Z");
    private static final Instant CLOSED = Instant.parse("2026-11-21T10:00:00Z");
    private static final Instant SETTLED = Instant.parse("2026-11-24T02:00:00Z");
    private static final Instant END = SETTLED.plus(Erasure.COUNT_ENDS);
    private static final Optional<String> REASON = Optional.of("ticket 7");

    private final ErasedTenant tenant = new ErasedTenant(EARLY);

    @Test
    void everyRowOfTheClinicIsDeletedAndNoOther() {
        EventId stays = tenant.record(STAYS, "apt_stays", EARLY);
        EventId other = tenant.recordForOther(GONE, EARLY);
        Map<String, Set<Map<String, AttributeValue>>> before = tenant.rows();
        EventId early = tenant.record(GONE, "apt_gone", EARLY);
        EventId late = tenant.record(GONE, "apt_gone", CLOSED);
        tenant.deleteOne();

        Reached reached = erase(tenant);

        // A replay says when it was requested, and has no clinic.
        assertThat(without("ReplaysTable", tenant.rows())).isEqualTo(without("ReplaysTable", before));
        assertThat(tenant.containing(early.value())).isEmpty();
        assertThat(tenant.containing(late.value())).isEmpty();
        assertThat(tenant.containing("apt_gone")).isEmpty();
        assertThat(tenant.containing(stays.value())).hasSize(5);
        assertThat(tenant.containing(other.value())).hasSize(2);
        assertThat(reached.waitsFor()).isEmpty();
        assertThat(reached.erasure().endedAt()).contains(END);
        assertThat(reached.erasure().deleted()).isEqualTo(new ErasedRows(2, 4, 4, 4, 3, 0));
    }

    @Test
    void daysThatMayStillBeCountedAreDeletedLater() {
        EventId early = tenant.record(GONE, "apt_1", EARLY);
        EventId late = tenant.record(GONE, "apt_2", CLOSED);
        tenant.count(UsageDay.of(EARLY), CLOSED);

        assertThat(tenant.erasures(CLOSED).clinic(ACCOUNT, GONE, REASON).waitsFor())
                .contains(UsageDay.of(EARLY));
        assertThat(tenant.containing(early.value())).isNotEmpty();
        Reached reached = tenant.erasures(CLOSED.plus(Erasure.COUNT_ENDS)).clinic(ACCOUNT, GONE, Optional.empty());

        assertThat(reached.waitsFor()).contains(UsageDay.of(CLOSED));
        assertThat(reached.erasure().endedAt()).isEmpty();
        assertThat(tenant.containing(early.value())).isEmpty();
        assertThat(tenant.containing(late.value())).hasSize(5);
        assertThat(tenant.stores(CLOSED).accounts().erased(ACCOUNT)).containsExactly(GONE);
        assertThat(entries()).isEmpty();
    }

    /** What is under way when the clinic is removed may come to its last day after everything else was deleted. */
    @Test
    void doesNotEndBeforeTheDayOfItsBeginningIsCounted() {
        assertThat(tenant.erasures(CLOSED).clinic(ACCOUNT, GONE, REASON).waitsFor())
                .contains(UsageDay.of(CLOSED));
        tenant.count(UsageDay.of(CLOSED), SETTLED);
        assertThat(tenant.erasures(END).clinic(ACCOUNT, GONE, Optional.empty()).waitsFor())
                .isEmpty();
        assertThat(entries()).extracting(AuditEntry::action).containsExactly(AuditAction.CLINIC_ERASED);
    }

    @Test
    void everyRowOfTheAccountIsDeletedAndNoOther() {
        tenant.recordForOther(GONE, EARLY);
        Map<String, Set<Map<String, AttributeValue>>> before = tenant.rows();
        tenant.record(GONE, "apt_1", EARLY);
        tenant.record(STAYS, "apt_2", CLOSED);
        tenant.erasures(CLOSED).account(ACCOUNT, REASON);
        count(tenant);

        Reached reached = tenant.erasures(END).account(ACCOUNT, Optional.empty());

        assertThat(tenant.rows()).isEqualTo(before);
        assertThat(reached.waitsFor()).isEmpty();
        assertThat(entries()).extracting(AuditEntry::action).contains(AuditAction.ACCOUNT_ERASED);
    }

    @Test
    void idsOfAnAppointmentThatAnotherClinicHasTooStay() {
        EventId stays = tenant.record(STAYS, "apt_same", EARLY);
        EventId gone = tenant.record(GONE, "apt_same", EARLY);

        erase(tenant);

        assertThat(tenant.stores(END).appointmentOrder().ids(ACCOUNT, Set.of("apt_same")))
                .containsExactly(stays);
        assertThat(tenant.containing(gone.value())).isEmpty();
    }

    @Test
    void erasureThatDiesAtAnyCallIsFinishedByTheNext() {
        int calls = 0;
        boolean died;
        do {
            ErasedTenant mortal = new ErasedTenant(EARLY);
            EventId stays = mortal.record(STAYS, "apt_same", EARLY);
            EventId gone = mortal.record(GONE, "apt_same", EARLY);
            AtomicInteger left = new AtomicInteger(++calls);
            DynamoDbClient dying =
                    WatchedCalls.of(DynamoDbClient.class, mortal.stores(END).dynamoDb(), (_, _) -> {
                        if (left.decrementAndGet() == 0) {
                            throw new IllegalStateException("killed");
                        }
                    });
            died = untilDone(() -> mortal.erasures(dying, CLOSED).clinic(ACCOUNT, GONE, REASON));
            count(mortal);
            died |= untilDone(() -> mortal.erasures(dying, END).clinic(ACCOUNT, GONE, Optional.empty()));

            assertThat(mortal.containing(gone.value()))
                    .as("killed at call %d", calls)
                    .isEmpty();
            assertThat(mortal.containing(stays.value())).hasSize(5);
            assertThat(mortal.erasures(END).all())
                    .singleElement()
                    .extracting(Erasure::endedAt)
                    .isEqualTo(Optional.of(END));
        } while (died);
        assertThat(calls).isGreaterThan(30);
    }

    /** Gives a command again when it has died. @return whether it has */
    private static boolean untilDone(Runnable command) {
        try {
            command.run();
            return false;
        } catch (IllegalStateException killed) {
            command.run();
            return true;
        }
    }

    @Test
    void erasureIsRepeatedAfterARestore() {
        erase(tenant);
        EventId restored = tenant.record(GONE, "apt_1", EARLY);
        DataErasure erasures = tenant.erasures(END.plus(Duration.ofDays(1)));

        List<Reached> again = erasures.all().stream().map(erasures::again).toList();

        assertThat(again).extracting(reached -> reached.erasure().endedAt()).containsExactly(Optional.of(END));
        assertThat(tenant.containing(restored.value())).isEmpty();
        assertThat(entries()).hasSize(2);
    }

    @Test
    void clinicThatWasAddedAgainKeepsWhatWasRecordedSinceAndCanBeErasedOnceMore() {
        erase(tenant);
        Instant added = END.plus(Erasure.QUEUES_KEEP);
        tenant.changes(added).addClinic(ACCOUNT, GONE);
        assertThat(tenant.stores(added).accounts().erased(ACCOUNT)).isEmpty();
        EventId since = tenant.record(GONE, "apt_1", added);
        DataErasure erasures = tenant.erasures(added);

        erasures.all().forEach(erasures::again);
        assertThat(tenant.containing(since.value())).hasSize(5);
        assertThat(tenant.stores(added).accounts().hasClinic(ACCOUNT, GONE)).isTrue();

        Reached second = erasures.clinic(ACCOUNT, GONE, Optional.of("ticket 9"));
        assertThat(second.erasure().closedAt()).isEqualTo(added);
        assertThat(second.waitsFor()).contains(UsageDay.of(added));
        assertThat(tenant.stores(added).accounts().hasClinic(ACCOUNT, GONE)).isFalse();
    }

    @Test
    void doesNotBeginWithoutAReason() {
        assertThatThrownBy(() -> tenant.erasures(CLOSED).clinic(ACCOUNT, GONE, Optional.empty()))
                .isInstanceOf(InvalidArguments.class);
        assertThat(tenant.stores(CLOSED).accounts().hasClinic(ACCOUNT, GONE)).isTrue();
    }

    /** Begins an erasure, and ends it when all days have been counted for the last time. */
    private static Reached erase(ErasedTenant of) {
        of.erasures(CLOSED).clinic(ACCOUNT, GONE, REASON);
        count(of);
        return of.erasures(END).clinic(ACCOUNT, GONE, Optional.empty());
    }

    private static void count(ErasedTenant of) {
        for (UsageDay day = UsageDay.of(EARLY); day.compareTo(UsageDay.of(CLOSED)) <= 0; day = day.plus(1)) {
            of.count(day, SETTLED);
        }
    }

    private List<AuditEntry> entries() {
        return tenant.stores(END).auditLog().newestFirst(ACCOUNT, Optional.empty(), 100).stream()
                .filter(entry ->
                        entry.action() == AuditAction.CLINIC_ERASED || entry.action() == AuditAction.ACCOUNT_ERASED)
                .toList();
    }

    private static Map<String, Set<Map<String, AttributeValue>>> without(
            String table, Map<String, Set<Map<String, AttributeValue>>> rows) {
        return ErasedTenant.TABLES.stream()
                .filter(name -> !name.equals(table))
                .collect(Collectors.toMap(name -> name, name -> Objects.requireNonNull(rows.get(name))));
    }
}
