package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.AppointmentOrder;
import com.scheduleevents.domain.event.EventId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link AppointmentOrder}. */
abstract class AppointmentOrderContract {

    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
    private static final Instant EXPIRY = NOW.plusSeconds(90 * 86_400);

    private final AccountId account = new AccountId("acc_" + UUID.randomUUID());
    private final Random random = new Random(1);

    /** The port, which has no data of new accounts. */
    protected abstract AppointmentOrder order();

    @Test
    void idsOfSomeAppointmentsAreReturnedTogetherInTheirOrder() {
        EventId first = id(0);
        EventId second = id(1);
        EventId third = id(2);
        order().add(account, Map.of("apt_1", Set.of(third, first), "apt_2", Set.of(second)), EXPIRY);
        order().add(account, Map.of("apt_1", Set.of(first)), EXPIRY);

        assertThat(order().ids(account, Set.of("apt_1"))).containsExactly(first, third);
        assertThat(order().ids(account, Set.of("apt_1", "apt_2", "apt_3"))).containsExactly(first, second, third);
        assertThat(order().ids(account, Set.of("apt_3"))).isEmpty();
        assertThat(order().ids(new AccountId("acc_other"), Set.of("apt_1"))).isEmpty();
    }

    @Test
    void newestIdsAreKeptWhereAnAppointmentHasVeryMany() {
        List<EventId> ids = IntStream.range(0, 400).mapToObj(this::id).toList();
        ids.forEach(id -> order().add(account, Map.of("apt_1", Set.of(id)), EXPIRY));

        TreeSet<EventId> kept = new TreeSet<>(order().ids(account, Set.of("apt_1")));

        assertThat(kept).hasSizeBetween(AppointmentOrder.KEPT, 2 * AppointmentOrder.KEPT);
        assertThat(kept).isEqualTo(new TreeSet<>(ids.subList(400 - kept.size(), 400)));
    }

    @Test
    void hundredAppointmentsAreWrittenAndReadAtOnce() {
        Map<String, Set<EventId>> ids =
                IntStream.range(0, 100).boxed().collect(Collectors.toMap(n -> "apt_" + n, n -> Set.of(id(n))));

        order().add(account, ids, EXPIRY);

        assertThat(order().ids(account, ids.keySet())).hasSize(100);
    }

    private EventId id(int seconds) {
        return EventId.mint(NOW.plusSeconds(seconds), random);
    }
}
