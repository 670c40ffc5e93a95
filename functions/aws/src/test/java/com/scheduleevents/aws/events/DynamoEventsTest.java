package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoEventsTest extends EventStoreContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(90));
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final Random RANDOM = new Random();

    /** Each test has its own account. */
    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    private final EventStore events = new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"));

    @Override
    protected EventStore events() {
        return events;
    }

    @Nested
    final class Simulated extends EventStoreContract {

        private final EventStore simulated = TestWiring.create().events();

        @Override
        protected EventStore events() {
            return simulated;
        }
    }

    @Nested
    final class SimulatedKeys extends IdempotencyStoreContract {

        private final IdempotencyStore simulated = TestWiring.create().idempotency();

        @Override
        protected IdempotencyStore keys() {
            return simulated;
        }
    }

    @Nested
    final class Keys extends IdempotencyStoreContract {

        @Override
        protected IdempotencyStore keys() {
            return new DynamoIdempotency(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
        }
    }

    @Test
    void lostResponseIsNotAConflict() {
        Event event = event(NOW, HARBOUR);
        EventStore losing = new DynamoEvents(TABLES.losingResponses(), TABLES.named("EventsTable"));
        assertThat(losing.putIfAbsent(account, event, LATER)).contains(event);
        assertThat(losing.putVoid(account, EventId.mint(NOW, RANDOM), LATER)).isEmpty();
        Claim claim = new Claim("abc", event.id(), LATER);
        IdempotencyStore keys = new DynamoIdempotency(TABLES.losingResponses(), TABLES.named("IdempotencyTable"));
        assertThat(keys.claim(account, new IdempotencyKey("one"), claim, NOW)).isEmpty();
        Claim other = new Claim("abc", EventId.mint(NOW, RANDOM), LATER.truncatedTo(ChronoUnit.SECONDS));
        assertThat(keys.replace(account, new IdempotencyKey("one"), event.id(), other))
                .contains(other);
    }

    @Test
    void forwardReadNamesAnUnreadableRowBesideTheOthers() {
        List<Event> recorded = IntStream.range(0, 3)
                .mapToObj(i -> event(NOW.plusMillis(i), HARBOUR))
                .toList();
        recorded.forEach(event -> events.putIfAbsent(account, event, LATER));
        EventId broken = recorded.get(1).id();
        TABLES.dynamoDb().updateItem(update -> update.tableName(TABLES.named("EventsTable"))
                .key(EventRow.key(account, broken))
                .updateExpression("REMOVE body"));
        EventRange all = new EventRange(recorded.get(0).id(), recorded.get(2).id());

        Slice slice = events.oldestFirst(new Feed.OfAccount(account), all, 10);

        assertThat(slice.events()).containsExactly(recorded.get(0), recorded.get(2));
        assertThat(slice.unreadable()).singleElement().satisfies(row -> {
            assertThat(row.id()).isEqualTo(broken);
            assertThat(row.reason()).contains("lacks body");
        });
        assertThat(events.oldestFirst(new Feed.OfAccount(account), all, 2).lastRead())
                .contains(broken);
        assertThatThrownBy(() -> events.newestFirst(new Feed.OfAccount(account), all, 10))
                .isInstanceOf(UnreadableRow.class);
    }

    @Test
    void voidRowsAreReadAndNotReturned() {
        List<Event> recorded = IntStream.range(0, 3)
                .mapToObj(i -> event(NOW.plusMillis(10L * i), HARBOUR))
                .toList();
        recorded.forEach(event -> events.putIfAbsent(account, event, LATER));
        List<EventId> empty = IntStream.range(0, 4)
                .mapToObj(i -> EventId.mint(NOW.plusMillis(1 + i), RANDOM))
                .toList();
        StoredEvents.putVoid(TABLES, account, empty, LATER);
        Feed feed = new Feed.OfAccount(account);
        EventRange all = new EventRange(recorded.get(0).id(), recorded.get(2).id());

        assertThat(events.find(account, empty.getFirst())).isEmpty();
        assertThat(events.oldestFirst(feed, all, 10)).isEqualTo(new Slice(recorded, true));
        assertThat(events.newestFirst(feed, all, 10)).isEqualTo(new Slice(recorded.reversed(), true));
        assertThat(events.oldestFirst(feed, all, 3))
                .isEqualTo(new Slice(recorded.subList(0, 1), List.of(), Optional.of(empty.get(1)), false));
        EventRange onlyEmpty = new EventRange(empty.getFirst(), empty.getLast());
        assertThat(events.newestFirst(feed, onlyEmpty, 2))
                .isEqualTo(new Slice(List.of(), List.of(), Optional.of(empty.get(2)), false));
    }

    @Test
    void pageReadsOnBehindMoreVoidRowsThanItHasItems() {
        List<Event> recorded = IntStream.range(0, 9)
                .mapToObj(i -> event(NOW.plusMillis(i), HARBOUR))
                .toList();
        recorded.forEach(event -> events.putIfAbsent(account, event, LATER));
        StoredEvents.putVoid(
                TABLES,
                account,
                IntStream.range(0, 30)
                        .mapToObj(_ -> EventId.mint(NOW.plusMillis(4), RANDOM))
                        .toList(),
                LATER);
        FeedQuery query = new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), Optional.empty(), 7);

        Page<Event, EventId> page = new FeedReader(events, Duration.ofDays(90))
                .page(account, new Clinics.All(), query, NOW.plusSeconds(1), _ -> {});

        assertThat(page.items()).isEqualTo(recorded.reversed().subList(0, 7));
        assertThat(page.next()).contains(recorded.get(2).id());
    }

    private static Event event(Instant at, ClinicId clinic) {
        EventId id = EventId.mint(at, RANDOM);
        return new Event(id, "appointment.completed", clinic, "{\"id\":\"" + id.value() + "\",\"ü\" : 1.0}");
    }
}
