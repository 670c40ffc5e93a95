package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.ForwardReader.ForwardPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardReaderTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Instant NOW = Instant.parse("2026-11-20T00:00:00Z");
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final List<String> TYPES = List.of("offer.created", "offer.expired", "appointment.booked");
    private static final Clinics ALL = new Clinics.All();

    private final EventStore store = TestWiring.create().events();
    private final ForwardReader reader = reader(store);

    /** What a consumer asks for again and again, and what is recorded before and while it does. */
    record Consumption(List<Event> events, Clinics visible, FeedQuery query) {}

    /** It asks every minute, and keeps the cursor alone; each event is recorded a hundred seconds after its id's time. */
    @Property(tries = 300)
    void consumerGetsEachEventOnceInOrder(@ForAll("consumptions") Consumption consumption, @ForAll Random random) {
        EventStore slow = new ShortReads(TestWiring.create().events(), max -> 1 + random.nextInt(max));
        List<Event> pending = new ArrayList<>(consumption.events());
        FeedQuery query = consumption.query();
        Clinics seen = query.clinic()
                .<Clinics>map(only -> new Clinics.Listed(Set.of(only)))
                .orElse(consumption.visible());
        List<Event> consumed = new ArrayList<>();
        Optional<EventId> cursor = Optional.empty();
        for (int minute = 0; minute <= 20; minute++) {
            Instant now = NOW.plus(Duration.ofMinutes(minute));
            pending.removeIf(event -> {
                boolean due = !event.id().mintedAt().plusSeconds(100).isAfter(now);
                if (due) {
                    slow.putIfAbsent(ACCOUNT, event, now);
                }
                return due;
            });
            boolean more = true;
            while (more) {
                ForwardPage page = reader(slow).page(ACCOUNT, seen, after(query, cursor), now, _ -> {});
                assertThat(page.items()).hasSizeLessThanOrEqualTo(query.limit());
                cursor.ifPresent(last -> assertThat(page.next()).isGreaterThanOrEqualTo(last));
                consumed.addAll(page.items());
                cursor = Optional.of(page.next());
                more = page.completeUntil().isEmpty();
                page.completeUntil().ifPresent(until -> assertThat(consumed)
                        .containsExactlyElementsOf(expected(consumption, seen, until)));
            }
        }
        assertThat(pending).isEmpty();
        assertThat(consumed).containsExactlyElementsOf(expected(consumption, seen, Instant.MAX));
    }

    private static List<Event> expected(Consumption consumption, Clinics seen, Instant until) {
        FeedQuery query = consumption.query();
        return consumption.events().stream()
                .filter(event -> query.wants(event) && seen.contains(event.clinic()))
                .filter(event ->
                        query.since().filter(event.id().mintedAt()::isBefore).isEmpty())
                .filter(event -> query.until()
                        .filter(end -> !event.id().mintedAt().isBefore(end))
                        .isEmpty())
                .filter(event -> event.id().mintedAt().isBefore(until))
                .sorted(Comparator.comparing(Event::id))
                .toList();
    }

    @Provide
    Arbitrary<Consumption> consumptions() {
        Arbitrary<List<Event>> events = Combinators.combine(
                        Arbitraries.oneOf(
                                Arbitraries.longs().between(-5, 5),
                                Arbitraries.longs().between(-600_000, 600_000)),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.of(TYPES),
                        Arbitraries.randoms())
                .as((after, clinic, type, random) -> event(NOW.plusMillis(after), clinic, type, random))
                .list()
                .ofMaxSize(60)
                .uniqueElements(Event::id);
        Arbitrary<Clinics> visible = Arbitraries.oneOf(
                Arbitraries.just(ALL),
                Arbitraries.integers().between(0, 5).set().map(ForwardReaderTest::listed));
        Arbitrary<FeedQuery> queries = Combinators.combine(
                        Arbitraries.integers()
                                .between(0, 5)
                                .map(ForwardReaderTest::clinic)
                                .optional(0.3),
                        Arbitraries.of(TYPES).set().ofMaxSize(2),
                        Arbitraries.longs()
                                .between(-300_000, 5)
                                .map(NOW::plusMillis)
                                .optional(0.3),
                        Arbitraries.longs()
                                .between(6, 300_000)
                                .map(NOW::plusMillis)
                                .optional(0.3),
                        Arbitraries.integers().between(1, 30))
                .as((clinic, types, since, until, limit) ->
                        new FeedQuery(clinic, types, Optional.empty(), since, until, Optional.empty(), limit));
        return Combinators.combine(events, visible, queries).as(Consumption::new);
    }

    @ParameterizedTest
    @CsvSource({"120000, , true", "120001, , false", "300000, 0, true", "300001, 0, false"})
    void eventIsHeldBack(long age, Integer clinic, boolean held) {
        Event event = event(NOW.minusMillis(age), 0, TYPES.get(0), new Random(1));
        store.putIfAbsent(ACCOUNT, event, NOW);
        FeedQuery query = clinic == null
                ? query()
                : new FeedQuery(Optional.of(clinic(clinic)), Set.of(), Optional.empty(), Optional.empty(), 25);

        ForwardPage page = reader.page(ACCOUNT, ALL, query, NOW, _ -> {});

        assertThat(page.items()).isEqualTo(held ? List.of() : List.of(event));
        assertThat(page.completeUntil()).contains(NOW.minus(clinic == null ? TWO_MINUTES : FIVE_MINUTES));
        assertThat(page.next()).isEqualTo(last(page.completeUntil().orElseThrow()));
        assertThat(reader.page(ACCOUNT, ALL, after(query, Optional.of(page.next())), NOW.plusMillis(1), _ -> {})
                        .items())
                .isEqualTo(held ? List.of(event) : List.of());
    }

    @Test
    void keyWithAListOfClinicsIsShownEventsThatAreFiveMinutesOld() {
        for (int clinics : List.of(1, FeedSource.MAX_MERGED_CLINICS + 1)) {
            Clinics some = listed(IntStream.range(0, clinics).boxed().collect(Collectors.toSet()));
            assertThat(reader.page(ACCOUNT, some, query(), NOW, _ -> {}).completeUntil())
                    .contains(NOW.minus(FIVE_MINUTES));
        }
    }

    @Test
    void pageSaysWhetherMoreFollows() {
        List<Event> events = IntStream.range(0, 3)
                .mapToObj(i -> event(NOW.minusSeconds(900 - i), 0, TYPES.get(0), new Random(i)))
                .toList();
        events.forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        FeedQuery two = new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), Optional.empty(), 2);

        ForwardPage first = reader.page(ACCOUNT, ALL, two, NOW, _ -> {});
        ForwardPage second = reader.page(ACCOUNT, ALL, after(two, Optional.of(first.next())), NOW, _ -> {});

        assertThat(first.items()).isEqualTo(events.subList(0, 2));
        assertThat(first.next()).isEqualTo(events.get(1).id());
        assertThat(first.completeUntil()).isEmpty();
        assertThat(second.items()).isEqualTo(events.subList(2, 3));
        assertThat(second.completeUntil()).contains(NOW.minus(TWO_MINUTES));
    }

    @Test
    void cursorBeyondTheHorizonStays() {
        EventId cursor = EventId.mint(NOW.minusSeconds(10), new Random(1));
        assertThat(reader.page(ACCOUNT, ALL, after(query(), Optional.of(cursor)), NOW, _ -> {})
                        .next())
                .isEqualTo(cursor);
    }

    @Test
    void selectiveFilterStopsAtTheReadBudgetAndGoesOnThere() {
        Random random = new Random(4);
        IntStream.rangeClosed(1, FeedReader.READ_BUDGET + 500)
                .forEach(i ->
                        store.putIfAbsent(ACCOUNT, event(NOW.minusSeconds(9_000 - i), 0, TYPES.get(0), random), NOW));
        Event wanted = event(NOW.minusSeconds(1_000), 0, TYPES.get(1), random);
        store.putIfAbsent(ACCOUNT, wanted, NOW);
        FeedQuery rare = new FeedQuery(Optional.empty(), Set.of(TYPES.get(1)), Optional.empty(), Optional.empty(), 25);

        ForwardPage first = reader.page(ACCOUNT, ALL, rare, NOW, _ -> {});
        ForwardPage second = reader.page(ACCOUNT, ALL, after(rare, Optional.of(first.next())), NOW, _ -> {});

        assertThat(first.items()).isEmpty();
        assertThat(first.completeUntil()).isEmpty();
        assertThat(second.items()).containsExactly(wanted);
        assertThat(second.completeUntil()).isPresent();
    }

    @Test
    void historyOfAnAppointmentIsReadForwardsBeyondTheReadBudget() {
        Random random = new Random(4);
        IntStream.rangeClosed(1, FeedReader.READ_BUDGET + 500)
                .forEach(i ->
                        store.putIfAbsent(ACCOUNT, event(NOW.minusSeconds(9_000 - i), 0, TYPES.get(2), random), NOW));
        List<Event> history = Stream.of(9_001, 1_000)
                .map(age -> new Event(
                        EventId.mint(NOW.minusSeconds(age), random),
                        TYPES.get(2),
                        clinic(0),
                        "{\"appointment_id\":\"apt_1\"}"))
                .toList();
        Event offer = new Event(
                EventId.mint(NOW.minusSeconds(999), random),
                TYPES.get(0),
                clinic(0),
                "{\"cancelled_appointment_id\":\"apt_1\"}");
        Stream.concat(history.stream(), Stream.of(offer)).forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        FeedQuery query = new FeedQuery(
                Optional.empty(),
                Set.of(),
                Optional.of(EventFilter.ofAppointment("apt_1")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                25);

        ForwardPage first = reader.page(ACCOUNT, ALL, query, NOW, _ -> {});
        ForwardPage second = reader.page(ACCOUNT, ALL, after(query, Optional.of(first.next())), NOW, _ -> {});

        assertThat(first.items()).containsExactly(history.get(0));
        assertThat(first.completeUntil()).isEmpty();
        assertThat(second.items()).containsExactly(history.get(1));
        assertThat(second.completeUntil()).isPresent();
    }

    @Test
    void cursorTellsNothingOfEventsOfOtherClinics() {
        Clinics many = listed(IntStream.rangeClosed(1, FeedSource.MAX_MERGED_CLINICS + 1)
                .boxed()
                .collect(Collectors.toSet()));
        Event visible = event(NOW.minusSeconds(1_000), 1, TYPES.get(0), new Random(1));
        List<EventId> cursors = new ArrayList<>();
        for (int seed : List.of(3, 4)) {
            EventStore hiding = TestWiring.create().events();
            hiding.putIfAbsent(ACCOUNT, visible, NOW);
            Random random = new Random(seed);
            IntStream.rangeClosed(1, FeedReader.READ_BUDGET + 500)
                    .forEach(i -> hiding.putIfAbsent(
                            ACCOUNT, event(NOW.minusSeconds(9_000 - i), 0, TYPES.get(0), random), NOW));
            ForwardPage first = reader(hiding).page(ACCOUNT, many, query(), NOW, _ -> {});
            ForwardPage second =
                    reader(hiding).page(ACCOUNT, many, after(query(), Optional.of(first.next())), NOW, _ -> {});
            assertThat(first.items()).isEmpty();
            assertThat(first.completeUntil()).isEmpty();
            assertThat(second.items()).containsExactly(visible);
            cursors.add(first.next());
            // Another list, of clinics that have no events.
            Clinics none = listed(IntStream.rangeClosed(2, FeedSource.MAX_MERGED_CLINICS + 2)
                    .boxed()
                    .collect(Collectors.toSet()));
            assertThat(reader(hiding).page(ACCOUNT, none, query(), NOW, _ -> {}))
                    .isEqualTo(new ForwardPage(
                            List.of(),
                            last(NOW.minus(FIVE_MINUTES)),
                            Optional.of(NOW.minus(FIVE_MINUTES)),
                            Optional.empty()));
        }
        assertThat(cursors).containsOnly(visible.id().predecessor().orElseThrow());
    }

    @Test
    void cursorThatExpiredIsRefusedUnlessTheTimeIsSaid() {
        EventId kept = EventId.firstAtOrAfter(NOW.minus(RETENTION));
        EventId expired = kept.predecessor().orElseThrow();
        assertThat(reader.page(ACCOUNT, ALL, after(query(), Optional.of(kept)), NOW, _ -> {}))
                .isNotNull();
        for (Optional<Instant> since : List.of(
                Optional.<Instant>empty(), Optional.of(NOW.minus(RETENTION).minusMillis(1)))) {
            FeedQuery late = new FeedQuery(Optional.empty(), Set.of(), since, Optional.of(expired), 25);
            assertThatExceptionOfType(ApiException.class)
                    .isThrownBy(() -> reader.page(ACCOUNT, ALL, late, NOW, _ -> {}))
                    .satisfies(error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.CURSOR_EXPIRED);
                        assertThat(error.param()).isEqualTo("starting_after");
                    });
        }
        FeedQuery later =
                new FeedQuery(Optional.empty(), Set.of(), Optional.of(NOW.minus(RETENTION)), Optional.of(expired), 25);
        assertThat(reader.page(ACCOUNT, ALL, later, NOW, _ -> {}).completeUntil())
                .isPresent();
    }

    /** An index that has not learnt of an event in five minutes. */
    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void pageEndsBeforeAnEventThatTheIndexLacks(int lacking) {
        List<Event> events = IntStream.range(0, 3)
                .mapToObj(i -> event(NOW.minusSeconds(900 - i), 0, TYPES.get(0), new Random(i)))
                .toList();
        EventStore index = TestWiring.create().events();
        events.forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        events.stream()
                .filter(event -> !event.equals(events.get(lacking)))
                .forEach(event -> index.putIfAbsent(ACCOUNT, event, NOW));
        EventStore lagging = new Lagging(store, index);

        ForwardPage page = reader(lagging).page(ACCOUNT, listed(Set.of(0)), query(), NOW, _ -> {});

        assertThat(page.lacking()).contains(events.get(lacking).id());
        assertThat(page.items()).isEqualTo(events.subList(0, lacking));
        assertThat(page.completeUntil()).contains(events.get(lacking).id().mintedAt());
        index.putIfAbsent(ACCOUNT, events.get(lacking), NOW);
        ForwardPage later = reader(lagging)
                .page(ACCOUNT, listed(Set.of(0)), after(query(), Optional.of(page.next())), NOW, _ -> {});
        assertThat(later.items()).isEqualTo(events.subList(lacking, 3));
        assertThat(later.lacking()).isEmpty();
    }

    @Test
    void holdBackIsNoShorterThanThePutOfAnEvent() {
        assertThatIllegalArgumentException().isThrownBy(() -> new HoldBack(Duration.ofSeconds(9), FIVE_MINUTES));
        assertThatIllegalArgumentException().isThrownBy(() -> new HoldBack(TWO_MINUTES, Duration.ofSeconds(119)));
        assertThat(new HoldBack(Duration.ofSeconds(10), Duration.ofSeconds(10))).isNotNull();
    }

    private static ForwardReader reader(EventStore events) {
        return new ForwardReader(events, RETENTION, new HoldBack(TWO_MINUTES, FIVE_MINUTES));
    }

    private static FeedQuery query() {
        return new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), Optional.empty(), 25);
    }

    private static FeedQuery after(FeedQuery query, Optional<EventId> cursor) {
        return new FeedQuery(
                query.clinic(), query.types(), query.filter(), query.since(), query.until(), cursor, query.limit());
    }

    private static EventId last(Instant before) {
        return EventId.firstAtOrAfter(before).predecessor().orElseThrow();
    }

    private static Clinics listed(Set<Integer> numbers) {
        return new Clinics.Listed(
                numbers.stream().map(ForwardReaderTest::clinic).collect(Collectors.toSet()));
    }

    private static ClinicId clinic(int number) {
        return new ClinicId("cln_" + number);
    }

    private static Event event(Instant at, int clinic, String type, Random random) {
        return new Event(EventId.mint(at, random), type, clinic(clinic), "{}");
    }

    /**
     * A store whose feeds of clinics are those of another one.
     *
     * @param index has the feeds of clinics
     */
    private record Lagging(EventStore real, EventStore index) implements EventStore {

        @Override
        public Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt) {
            return real.putIfAbsent(account, event, expiresAt);
        }

        @Override
        public Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt) {
            return real.putVoid(account, id, expiresAt);
        }

        @Override
        public Optional<Event> find(AccountId account, EventId id) {
            return real.find(account, id);
        }

        @Override
        public Slice newestFirst(Feed feed, EventRange range, int max) {
            return of(feed).newestFirst(feed, range, max);
        }

        @Override
        public Slice oldestFirst(Feed feed, EventRange range, int max) {
            return of(feed).oldestFirst(feed, range, max);
        }

        private EventStore of(Feed feed) {
            return feed instanceof Feed.OfClinic ? index : real;
        }
    }
}
