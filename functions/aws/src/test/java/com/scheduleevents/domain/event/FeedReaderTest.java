package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.page.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeedReaderTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Instant NOW = Instant.parse("2026-11-20T00:00:00Z");
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final List<String> TYPES = List.of("offer.created", "offer.expired", "appointment.booked");

    /** The parameters of a walk: the clinics of the events, the clinics of the key, and the query. */
    record Walk(List<Event> events, Clinics visible, FeedQuery query) {}

    @Property(tries = 500)
    void walkReturnsEachVisibleEventOnceInOrder(
            @ForAll("walks") Walk walk, @ForAll Random random, @ForAll @IntRange(max = 4) int meanwhile) {
        EventStore store = new ShortReads(TestWiring.create().events(), max -> 1 + random.nextInt(max));
        walk.events().forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        List<Event> walked = walk(store, walk.visible(), walk.query(), () -> {
            // Events recorded after the walk began are newer than every cursor of it.
            for (int i = 0; i < meanwhile; i++) {
                store.putIfAbsent(ACCOUNT, event(NOW.plusSeconds(1), i, TYPES.get(0), random), NOW);
            }
        });
        List<Event> listed = walked.stream()
                .filter(event -> !event.id().mintedAt().isAfter(NOW))
                .toList();
        assertThat(listed)
                .containsExactlyElementsOf(walk.events().stream()
                        .filter(event -> isVisible(event, walk))
                        .sorted(Comparator.comparing(Event::id).reversed())
                        .toList());
        assertThat(walked).doesNotHaveDuplicates();
    }

    @Property(tries = 20)
    void keyOfManyClinicsWalksLikeOneOfFew(@ForAll Random random, @ForAll @IntRange(min = 1, max = 100) int limit) {
        int clinics = FeedSource.MAX_MERGED_CLINICS + 30;
        EventStore store = TestWiring.create().events();
        List<Event> events = IntStream.range(0, 400)
                .mapToObj(i -> event(NOW.minusSeconds(i), random.nextInt(clinics), TYPES.get(0), random))
                .toList();
        events.forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        Set<ClinicId> seen = IntStream.rangeClosed(0, FeedSource.MAX_MERGED_CLINICS)
                .mapToObj(FeedReaderTest::clinic)
                .collect(Collectors.toSet());
        assertThat(walk(store, new Clinics.Listed(seen), query(limit), () -> {}))
                .containsExactlyElementsOf(events.stream()
                        .filter(event -> seen.contains(event.clinic()))
                        .toList());
    }

    @Test
    void selectiveFilterStopsAtTheReadBudgetAndContinuesThere() {
        EventStore store = TestWiring.create().events();
        Random random = new Random(4);
        int between = FeedReader.READ_BUDGET + 500;
        List<Event> wanted = List.of(
                event(NOW, 0, TYPES.get(1), random), event(NOW.minusSeconds(between + 1), 0, TYPES.get(1), random));
        wanted.forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        IntStream.rangeClosed(1, between)
                .forEach(i -> store.putIfAbsent(ACCOUNT, event(NOW.minusSeconds(i), 0, TYPES.get(0), random), NOW));
        FeedQuery rare = new FeedQuery(Optional.empty(), Set.of(TYPES.get(1)), Optional.empty(), Optional.empty(), 25);
        Page<Event, EventId> first =
                new FeedReader(store, RETENTION).page(ACCOUNT, new Clinics.All(), rare, NOW, _ -> {});
        assertThat(first.items()).containsExactly(wanted.get(0));
        assertThat(first.next()).isPresent();
        assertThat(walk(store, new Clinics.All(), rare, () -> {})).isEqualTo(wanted);
    }

    /** Its booking is as far back as pages can be that end before they are full; an offer of its time names it as well. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void walkShowsTheHistoryOfAnAppointment(boolean ofItsClinic) {
        EventStore store = TestWiring.create().events();
        int between = 2 * FeedReader.READ_BUDGET + 500;
        Event cancelled = named(NOW.minusSeconds(2), "appointment.cancelled", "\"appointment_id\":\"apt_1\"");
        List<Event> history = List.of(
                named(
                        NOW,
                        "appointment.reinstated",
                        "\"appointment_id\":\"apt_1\",\"corrects\":\""
                                + cancelled.id().value() + "\""),
                cancelled,
                named(NOW.minusSeconds(between + 10), "appointment.booked", "\"appointment_id\":\"apt_1\""));
        history.forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        List.of(
                        named(NOW.minusSeconds(1), "offer.created", "\"cancelled_appointment_id\":\"apt_1\""),
                        named(NOW.minusSeconds(1), "appointment.booked", "\"appointment_id\":\"apt_10\""))
                .forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        Random random = new Random(4);
        IntStream.rangeClosed(1, between)
                .mapToObj(i -> new Event(
                        EventId.mint(NOW.minusSeconds(i + 3), random),
                        "appointment.booked",
                        clinic(0),
                        "{\"appointment_id\":\"apt_2\"}"))
                .forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        FeedQuery query = new FeedQuery(
                Optional.of(clinic(0)).filter(_ -> ofItsClinic),
                Set.of(),
                Optional.of(EventFilter.ofAppointment("apt_1")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                25);
        AtomicInteger pages = new AtomicInteger(1);

        assertThat(walk(store, new Clinics.All(), query, pages::incrementAndGet))
                .containsExactlyElementsOf(history);
        assertThat(pages).hasValue(3);
    }

    private static Event named(Instant at, String type, String fields) {
        return new Event(EventId.mint(at, new Random(at.getEpochSecond())), type, clinic(0), "{" + fields + "}");
    }

    /** Five of each fit into what a query costs at least. */
    @ParameterizedTest
    @CsvSource({"50, 0, 250", "50, 1, 250", "25, 0, 125", "1, 0, 26", "1, 1, 104"})
    void pageReadsLittleOfEachClinic(int clinics, int types, int expected) {
        EventStore store = TestWiring.create().events();
        Random random = new Random(6);
        for (int i = 0; i < 120 * clinics; i++) {
            store.putIfAbsent(
                    ACCOUNT, event(NOW.minusSeconds(i), i % clinics, TYPES.get(i / clinics % 3), random), NOW);
        }
        Clinics seen = listed(IntStream.range(0, clinics).boxed().collect(Collectors.toSet()));
        FeedQuery query = new FeedQuery(
                Optional.empty(), Set.copyOf(TYPES.subList(0, types)), Optional.empty(), Optional.empty(), 25);
        AtomicInteger read = new AtomicInteger();

        assertThat(new FeedReader(store, RETENTION)
                        .page(ACCOUNT, seen, query, NOW, read::addAndGet)
                        .items())
                .hasSize(25);

        assertThat(read).hasValue(expected);
    }

    @Test
    void selectiveFilterOverManyClinicsReadsNoMoreThanTwiceTheBudget() {
        EventStore store = TestWiring.create().events();
        Random random = new Random(6);
        for (int i = 0; i < 100 * FeedSource.MAX_MERGED_CLINICS; i++) {
            store.putIfAbsent(
                    ACCOUNT, event(NOW.minusSeconds(i), i % FeedSource.MAX_MERGED_CLINICS, TYPES.get(0), random), NOW);
        }
        Clinics seen =
                listed(IntStream.range(0, FeedSource.MAX_MERGED_CLINICS).boxed().collect(Collectors.toSet()));
        FeedQuery rare = new FeedQuery(Optional.empty(), Set.of(TYPES.get(1)), Optional.empty(), Optional.empty(), 25);
        AtomicInteger read = new AtomicInteger();

        new FeedReader(store, RETENTION).page(ACCOUNT, seen, rare, NOW, read::addAndGet);

        assertThat(read.get()).isBetween(FeedReader.READ_BUDGET, 2 * FeedReader.READ_BUDGET);
    }

    @Test
    void pageThatReadsTheWholeFeedIsTheLast() {
        EventStore store = TestWiring.create().events();
        record(store, FeedReader.READ_BUDGET, 0, 5);
        FeedQuery rare = new FeedQuery(Optional.empty(), Set.of(TYPES.get(1)), Optional.empty(), Optional.empty(), 25);

        assertThat(new FeedReader(store, RETENTION).page(ACCOUNT, new Clinics.All(), rare, NOW, _ -> {}))
                .isEqualTo(Page.last(List.of()));
    }

    @Test
    void cursorTellsNothingOfEventsOfOtherClinics() {
        Clinics many = listed(IntStream.rangeClosed(1, FeedSource.MAX_MERGED_CLINICS + 1)
                .boxed()
                .collect(Collectors.toSet()));
        List<List<Optional<EventId>>> cursors = new ArrayList<>();
        List<Event> visible = List.of(
                event(NOW, 1, TYPES.get(0), new Random(1)),
                event(NOW.minusSeconds(9_000), 2, TYPES.get(0), new Random(2)));
        for (int seed : List.of(3, 4)) {
            EventStore store = TestWiring.create().events();
            visible.forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
            record(store, 2 * FeedReader.READ_BUDGET, 0, seed);
            FeedReader reader = new FeedReader(store, RETENTION);
            Page<Event, EventId> first = reader.page(ACCOUNT, many, query(25), NOW, _ -> {});
            Page<Event, EventId> second = reader.page(ACCOUNT, many, after(first.next()), NOW, _ -> {});
            assertThat(first.items()).containsExactly(visible.get(0));
            assertThat(second).isEqualTo(Page.last(visible.subList(1, 2)));
            cursors.add(List.of(first.next(), second.next()));
        }
        assertThat(cursors.get(0))
                .isEqualTo(cursors.get(1))
                .first()
                .isEqualTo(visible.get(1).id().successor());
    }

    @Test
    void pageWithoutAnotherVisibleEventIsTheLast() {
        EventStore store = TestWiring.create().events();
        record(store, 2 * FeedReader.READ_BUDGET, 0, 3);
        Clinics many = listed(IntStream.rangeClosed(1, FeedSource.MAX_MERGED_CLINICS + 1)
                .boxed()
                .collect(Collectors.toSet()));

        assertThat(new FeedReader(store, RETENTION).page(ACCOUNT, many, query(25), NOW, _ -> {}))
                .isEqualTo(Page.last(List.of()));
    }

    @Test
    void rowBeyondTheRetentionIsHidden() {
        EventStore store = TestWiring.create().events();
        Event kept = event(NOW.minus(RETENTION), 0, TYPES.get(0), new Random(1));
        Event gone = event(NOW.minus(RETENTION).minusMillis(1), 0, TYPES.get(0), new Random(2));
        List.of(kept, gone).forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
        FeedReader reader = new FeedReader(store, RETENTION);
        assertThat(reader.page(ACCOUNT, new Clinics.All(), query(25), NOW, _ -> {}))
                .isEqualTo(new Page<>(List.of(kept), Optional.empty()));
        assertThat(reader.one(ACCOUNT, kept.id(), NOW)).contains(kept);
        assertThat(reader.one(ACCOUNT, gone.id(), NOW)).isEmpty();
        assertThat(reader.one(new AccountId("acc_2"), kept.id(), NOW)).isEmpty();
    }

    @Test
    void cursorStaysValidAfterItsEventExpired() {
        EventStore store = TestWiring.create().events();
        Event old = event(NOW.minusSeconds(10), 0, TYPES.get(0), new Random(1));
        store.putIfAbsent(ACCOUNT, old, NOW);
        EventId neverStored = EventId.mint(NOW, new Random(9));
        FeedQuery query = new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), Optional.of(neverStored), 1);
        assertThat(new FeedReader(store, RETENTION)
                        .page(ACCOUNT, new Clinics.All(), query, NOW, _ -> {})
                        .items())
                .containsExactly(old);
    }

    @Provide
    Arbitrary<Walk> walks() {
        Arbitrary<List<Event>> events = Combinators.combine(
                        // Many in one millisecond, some exactly at the end of the retention and beyond it.
                        Arbitraries.oneOf(
                                Arbitraries.longs().between(0, 20),
                                Arbitraries.longs().between(RETENTION.toMillis() - 3, RETENTION.toMillis() + 3)),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.of(TYPES),
                        Arbitraries.randoms())
                .as((age, clinic, type, random) -> event(NOW.minusMillis(age), clinic, type, random))
                .list()
                .ofMaxSize(60)
                .uniqueElements(Event::id);
        Arbitrary<Clinics> visible = Arbitraries.oneOf(
                Arbitraries.just(new Clinics.All()),
                Arbitraries.integers().between(0, 5).set().map(FeedReaderTest::listed));
        return Combinators.combine(events, visible, queries()).as(Walk::new);
    }

    private static Arbitrary<FeedQuery> queries() {
        return Combinators.combine(
                        Arbitraries.integers()
                                .between(0, 5)
                                .map(FeedReaderTest::clinic)
                                .optional(0.3),
                        Arbitraries.of(TYPES).set().ofMaxSize(2),
                        Arbitraries.just(EventFilter.ofAppointment("apt_1")).optional(0.3),
                        Arbitraries.longs().between(0, 20).map(NOW::minusMillis).optional(0.3),
                        Arbitraries.integers().between(1, 30))
                .as((clinic, types, appointment, since, limit) ->
                        new FeedQuery(clinic, types, appointment, since, Optional.empty(), Optional.empty(), limit));
    }

    private static List<Event> walk(EventStore store, Clinics visible, FeedQuery query, Runnable betweenPages) {
        FeedReader reader = new FeedReader(store, RETENTION);
        // As in the API, a requested clinic is looked up first and then restricts the feed.
        Clinics seen = query.clinic()
                .<Clinics>map(only -> new Clinics.Listed(Set.of(only)))
                .orElse(visible);
        List<Event> walked = new ArrayList<>();
        FeedQuery next = query;
        while (true) {
            Page<Event, EventId> page = reader.page(ACCOUNT, seen, next, NOW, _ -> {});
            assertThat(page.items().size()).isLessThanOrEqualTo(query.limit());
            walked.addAll(page.items());
            if (page.next().isEmpty()) {
                return walked;
            }
            EventId cursor = page.next().get();
            next.startingAfter().ifPresent(last -> assertThat(cursor).isLessThan(last));
            next = new FeedQuery(
                    query.clinic(),
                    query.types(),
                    query.filter(),
                    query.since(),
                    query.until(),
                    Optional.of(cursor),
                    query.limit());
            betweenPages.run();
        }
    }

    private static boolean isVisible(Event event, Walk walk) {
        FeedQuery query = walk.query();
        Instant created = event.id().mintedAt();
        return !created.isBefore(NOW.minus(RETENTION))
                && query.since().filter(created::isBefore).isEmpty()
                && (query.types().isEmpty() || query.types().contains(event.type()))
                && (query.filter().isEmpty() || event.json().equals("{\"appointment_id\":\"apt_1\"}"))
                && (query.clinic().isPresent()
                        ? query.clinic().get().equals(event.clinic())
                        : walk.visible().contains(event.clinic()));
    }

    /** Records a number of events of one clinic, a second apart. */
    private static void record(EventStore store, int count, int clinic, int seed) {
        Random random = new Random(seed);
        IntStream.rangeClosed(1, count)
                .mapToObj(i -> event(NOW.minusSeconds(i), clinic, TYPES.get(0), random))
                .forEach(event -> store.putIfAbsent(ACCOUNT, event, NOW));
    }

    private static FeedQuery after(Optional<EventId> cursor) {
        return new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), cursor, 25);
    }

    private static FeedQuery query(int limit) {
        return new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), Optional.empty(), limit);
    }

    private static ClinicId clinic(int number) {
        return new ClinicId("cln_" + number);
    }

    private static Event event(Instant at, int clinic, String type, Random random) {
        String appointment = type.startsWith("offer.") ? "cancelled_appointment_id" : "appointment_id";
        return new Event(
                EventId.mint(at, random),
                type,
                clinic(clinic),
                "{\"" + appointment + "\":\"apt_" + random.nextInt(1, 3) + "\"}");
    }

    private static Clinics listed(Set<Integer> numbers) {
        return new Clinics.Listed(numbers.stream().map(FeedReaderTest::clinic).collect(Collectors.toSet()));
    }
}
