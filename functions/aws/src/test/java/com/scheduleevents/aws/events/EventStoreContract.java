package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link EventStore}. */
abstract class EventStoreContract {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(90));
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final ClinicId OLDTOWN = new ClinicId("cln_oldtown");
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port, which has no events of new accounts. */
    protected abstract EventStore events();

    @Test
    void findReturnsEventsOfTheAccountAlone() {
        Event event = event(NOW, HARBOUR);
        assertThat(events().putIfAbsent(account, event, LATER)).contains(event);
        assertThat(events().find(account, event.id())).contains(event);
        assertThat(events().find(new AccountId("acc_other"), event.id())).isEmpty();
    }

    @Test
    void putIfAbsentKeepsTheFirstEventUnderAnId() {
        Event first = event(NOW, HARBOUR);
        Event second = new Event(first.id(), "offer.created", OLDTOWN, "{}");
        events().putIfAbsent(account, first, LATER);
        assertThat(events().putIfAbsent(account, second, LATER)).contains(first);
        assertThat(events().find(account, first.id())).contains(first);
    }

    @Test
    void voidIdNeverBecomesAnEvents() {
        Event late = event(NOW, HARBOUR);
        Event recorded = event(NOW.plusMillis(1), HARBOUR);
        assertThat(events().putVoid(account, late.id(), LATER)).isEmpty();
        assertThat(events().putVoid(account, late.id(), LATER)).isEmpty();
        assertThat(events().putIfAbsent(account, late, LATER)).isEmpty();
        events().putIfAbsent(account, recorded, LATER);
        assertThat(events().putVoid(account, recorded.id(), LATER)).contains(recorded);
        assertThat(events().find(account, late.id())).isEmpty();
        assertThat(events().putIfAbsent(new AccountId("acc_other" + account.value()), late, LATER))
                .contains(late);
        EventRange both = new EventRange(late.id(), recorded.id());
        for (Feed feed : List.of(new Feed.OfAccount(account), new Feed.OfClinic(account, HARBOUR))) {
            assertThat(events().oldestFirst(feed, both, 10)).isEqualTo(new Slice(List.of(recorded), true));
            assertThat(events().newestFirst(feed, both, 10).events()).containsExactly(recorded);
        }
        EventRange empty = new EventRange(late.id(), late.id());
        Slice nothing = events().oldestFirst(new Feed.OfAccount(account), empty, 1);
        assertThat(nothing.events()).isEmpty();
        assertThat(nothing.lastRead()).contains(late.id());
    }

    @Test
    void feedIsReadInEitherOrderWithinTheRange() {
        List<Event> recorded = IntStream.range(0, 6)
                .mapToObj(i -> event(NOW.plusMillis(i), i % 2 == 0 ? HARBOUR : OLDTOWN))
                .toList();
        recorded.forEach(event -> events().putIfAbsent(account, event, LATER));
        EventRange all = new EventRange(recorded.get(0).id(), recorded.get(5).id());
        EventRange middle = new EventRange(recorded.get(1).id(), recorded.get(4).id());
        assertThat(events().newestFirst(new Feed.OfAccount(account), all, 10))
                .isEqualTo(new Slice(recorded.reversed(), true));
        assertThat(events().newestFirst(new Feed.OfAccount(account), middle, 10).events())
                .isEqualTo(recorded.subList(1, 5).reversed());
        assertThat(events().newestFirst(new Feed.OfAccount(account), all, 4))
                .isEqualTo(new Slice(recorded.subList(2, 6).reversed(), false));
        assertThat(events().newestFirst(new Feed.OfClinic(account, OLDTOWN), all, 10)
                        .events())
                .containsExactly(recorded.get(5), recorded.get(3), recorded.get(1));
        assertThat(events().oldestFirst(new Feed.OfAccount(account), all, 4))
                .isEqualTo(new Slice(recorded.subList(0, 4), false));
        assertThat(events().oldestFirst(new Feed.OfClinic(account, OLDTOWN), middle, 10))
                .isEqualTo(new Slice(List.of(recorded.get(1), recorded.get(3)), true));
        assertThat(events().newestFirst(new Feed.OfClinic(new AccountId("acc_other"), OLDTOWN), all, 10))
                .isEqualTo(new Slice(List.of(), true));
    }

    private static Event event(Instant at, ClinicId clinic) {
        EventId id = EventId.mint(at, RANDOM);
        return new Event(id, "appointment.completed", clinic, "{\"id\":\"" + id.value() + "\",\"ü\" : 1.0}");
    }
}
