package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.samples.EventSamples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of the feed costs about as much as queries that read its events and nothing else. */
class FeedCostTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final double MOST = 1.2;

    /** What DynamoDB bills for an eventually consistent query at least. */
    private static final double LEAST = 0.5;

    private static final int LIMIT = 25;

    /** The clinics of the key with a list. */
    private static final int LISTED = 50;

    /** Clinics with as many events as a page shows, beside the one that has most. */
    private static final int BUSY = 5;

    private static final Duration RETENTION = Duration.ofDays(90);

    private final Instant now = Instant.now();
    private final Random random = new Random();
    private final AccountId account = new AccountId("acc_" + Long.toHexString(random.nextLong()));

    /** What each query consumed; several are made at once. DynamoDB Local counts nothing for one that finds nothing. */
    private final List<Double> units = Collections.synchronizedList(new ArrayList<>());

    private final DynamoEvents events = new DynamoEvents(
            TABLES.metered((_, capacity) -> units.add(Math.max(LEAST, capacity))), TABLES.named("EventsTable"));

    /** The events of the account, newest first. */
    private List<Event> recorded = List.of();

    @ParameterizedTest(name = "pages of {0} clinics")
    @ValueSource(ints = {3, 3_000})
    void pageCostsTheSameHoweverManyClinicsThereAreAndHoweverFarBackItIs(int clinics) {
        record(clinics, 12);
        assertCosts(1);
        assertCosts(12);
    }

    @Tag("soak")
    @ParameterizedTest(name = "page 400 of {0} clinics")
    @ValueSource(ints = {3, 3_000})
    void pageFourHundredCostsNoMore(int clinics) {
        record(clinics, 400);
        assertCosts(400);
    }

    private void assertCosts(int number) {
        Set<ClinicId> one = Set.of(clinic(0));
        assertCost(number, new Clinics.Listed(one), one, 1);

        // One for each, and one more for each clinic of which a page has more than five.
        Set<ClinicId> some =
                IntStream.range(0, LISTED).mapToObj(FeedCostTest::clinic).collect(Collectors.toSet());
        assertCost(number, new Clinics.Listed(some), some, LISTED + LIMIT / 5);

        assertCost(number, new Clinics.All(), Set.of(), 1);
    }

    /**
     * Compares what a page consumed with queries of just what it shows.
     *
     * @param clinics whose feeds are read, or none for that of the account
     */
    private void assertCost(int number, Clinics seen, Set<ClinicId> clinics, int mostQueries) {
        Optional<EventId> cursor = recorded.stream()
                .filter(event -> clinics.isEmpty() || clinics.contains(event.clinic()))
                .limit((long) (number - 1) * LIMIT)
                .reduce((_, last) -> last)
                .map(Event::id);
        units.clear();
        List<Event> page = page(seen, cursor);
        assertThat(units).hasSizeBetween(1, mostQueries);
        double consumed = sum();

        units.clear();
        EventRange range =
                EventRange.of(now, RETENTION, Optional.empty(), cursor).orElseThrow();
        if (clinics.isEmpty()) {
            events.newestFirst(new Feed.OfAccount(account), range, LIMIT);
        }
        for (ClinicId clinic : clinics) {
            long shown =
                    page.stream().filter(event -> event.clinic().equals(clinic)).count();
            events.newestFirst(new Feed.OfClinic(account, clinic), range, Math.toIntExact(Math.max(1, shown)));
        }
        assertThat(consumed).isPositive().isLessThanOrEqualTo(MOST * sum());
    }

    private double sum() {
        return units.stream().mapToDouble(Double::doubleValue).sum();
    }

    private List<Event> page(Clinics seen, Optional<EventId> cursor) {
        FeedQuery query = new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), cursor, LIMIT);
        List<Event> page = new FeedReader(events, RETENTION)
                .page(account, seen, query, now, _ -> {})
                .items();
        assertThat(page).hasSize(LIMIT);
        return page;
    }

    /** Records more than enough events for so many pages: half of them of one clinic, a quarter of a few others. */
    private void record(int clinics, int pages) {
        recorded = IntStream.range(0, 2 * LIMIT * (pages + 10))
                .mapToObj(i ->
                        EventSamples.draft(clinicOf(i, clinics).value()).as(EventId.mint(now.minusMillis(i), random)))
                .toList();
        StoredEvents.put(TABLES, account, recorded, now.plus(RETENTION));
    }

    private static ClinicId clinicOf(int event, int clinics) {
        return switch (event % 4) {
            case 1 -> clinic(1 + event / 4 % Math.min(clinics - 1, BUSY));
            case 3 -> clinic(1 + event / 4 % (clinics - 1));
            default -> clinic(0);
        };
    }

    private static ClinicId clinic(int number) {
        return new ClinicId("cln_" + number);
    }
}
