package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RecordingIdsTest {

    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final AccountId ORDERED = new AccountId("acc_1");
    private static final AccountId OTHER = new AccountId("acc_2");

    private final Announced announced = new Announced();
    private final List<AccountId> lookedUp = new ArrayList<>();
    private boolean ordered = true;
    private final RecordingIds ids = new RecordingIds(this::isOrdered, announced, new Random(1), RETENTION);

    @Test
    void idsOfAnAppointmentAscendWhateverTheClocksSay() {
        EventId first = ids.mint(ORDERED, draft("apt_1"), NOW);
        announce(first, "apt_1", NOW);

        Instant behind = NOW.minusSeconds(20);
        EventId second = ids.mint(ORDERED, draft("apt_1"), behind);
        announce(second, "apt_1", behind);

        assertThat(second).isGreaterThan(first);
        assertThat(ids.mint(ORDERED, draft("apt_1"), NOW)).isGreaterThan(second);
        assertThat(ids.mint(ORDERED, draft("apt_1"), NOW.plusSeconds(9)).mintedAt())
                .isEqualTo(NOW.plusSeconds(9));
        assertThat(ids.mint(ORDERED, draft("apt_2"), behind).mintedAt()).isEqualTo(behind);
    }

    @Test
    void idsOfABatchAscendAndComeAfterAllThatWasAnnounced() {
        announce(EventId.mint(NOW.plusMillis(5), new Random(2)), "apt_2", NOW);

        List<EventId> batch = ids.mint(ORDERED, List.of(draft("apt_1"), draft("apt_2"), draft("apt_1")), NOW);

        assertThat(batch).isSorted().doesNotHaveDuplicates();
        assertThat(batch).allMatch(id -> id.mintedAt().isAfter(NOW.plusMillis(5)));
    }

    @Test
    void offersAreInTheOrderOfTheCancelledAppointment() {
        ids.announce(
                ORDERED,
                List.of(new EventDraft(
                                "offer.accepted",
                                fields().put("appointment_id", "apt_new").put("cancelled_appointment_id", "apt_1"))
                        .as(EventId.mint(NOW, new Random(3)))),
                NOW);

        assertThat(announced.ids).containsOnlyKeys("acc_1 apt_1");
    }

    @Test
    void nothingIsAskedOrAnnouncedWhereNobodyWantsTheOrder() {
        ordered = false;

        EventId id = ids.mint(OTHER, draft("apt_1"), NOW);
        ids.announce(OTHER, List.of(draft("apt_1").as(id)), NOW);

        assertThat(announced.calls).isZero();
        assertThat(id.mintedAt()).isEqualTo(NOW);
    }

    @Test
    void whatIsKnownOfAnAccountHoldsForAMinute() {
        ordered = false;
        ids.mint(ORDERED, draft("apt_1"), NOW);
        ids.mint(OTHER, draft("apt_1"), NOW);
        ordered = true;

        ids.mint(ORDERED, draft("apt_1"), NOW.plusMillis(59_999));
        assertThat(announced.calls).isZero();
        ids.mint(ORDERED, draft("apt_1"), NOW.plusSeconds(60));

        assertThat(announced.calls).isOne();
        assertThat(lookedUp).containsExactly(ORDERED, OTHER, ORDERED);
    }

    @Test
    void announcedIdsAreKeptForAsLongAsTheirEvents() {
        EventId id = EventId.mint(NOW.plusSeconds(20), new Random(4));
        announce(id, "apt_1", NOW);

        assertThat(announced.expiry).isAfterOrEqualTo(id.expiresAt(RETENTION));
    }

    private void announce(EventId id, String appointment, Instant now) {
        ids.announce(ORDERED, List.of(draft(appointment).as(id)), now);
    }

    private boolean isOrdered(AccountId account) {
        lookedUp.add(account);
        return ordered;
    }

    private static EventDraft draft(String appointment) {
        return new EventDraft("appointment.booked", fields().put("appointment_id", appointment));
    }

    private static ObjectNode fields() {
        return JsonNodeFactory.instance.objectNode().put("clinic_id", "cln_1");
    }

    private static final class Announced implements AppointmentOrder {

        private final Map<String, TreeSet<EventId>> ids = new HashMap<>();
        private Instant expiry = Instant.MIN;
        private int calls;

        @Override
        public SortedSet<EventId> ids(AccountId account, Set<String> appointments) {
            calls++;
            TreeSet<EventId> all = new TreeSet<>();
            appointments.forEach(
                    appointment -> all.addAll(Optional.ofNullable(ids.get(account.value() + " " + appointment))
                            .orElseGet(TreeSet::new)));
            return all;
        }

        @Override
        public void add(AccountId account, Map<String, Set<EventId>> more, Instant expiresAt) {
            calls++;
            expiry = expiresAt;
            more.forEach((appointment, some) -> ids.computeIfAbsent(
                            account.value() + " " + appointment, _ -> new TreeSet<>())
                    .addAll(some));
        }
    }
}
