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
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page of the feed costs about as much as queries that read its events and nothing else. */
class FeedCostTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final double MOST = 1.2;
    private static final int LIMIT = 25;
    private static final int CLINICS = 50;
    private static final Duration RETENTION = Duration.ofDays(90);

    private final Instant now = Instant.now();
    private final Random random = new Random();
    private final AccountId account = new AccountId("acc_" + Long.toHexString(random.nextLong()));

    /** What each query consumed; several are made at once. */
    private final List<Double> units = Collections.synchronizedList(new ArrayList<>());

    private final DynamoEvents events =
            new DynamoEvents(TABLES.metered((_, capacity) -> units.add(capacity)), TABLES.named("EventsTable"));

    @BeforeEach
    void record() {
        DynamoEvents stored = new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"));
        // Some clinics are busier than others.
        Random busy = new Random(5);
        for (int i = 0; i < 6 * CLINICS; i++) {
            int clinic = busy.nextBoolean() ? busy.nextInt(5) : i % CLINICS;
            Event event = EventSamples.draft("cln_" + clinic).as(EventId.mint(now.minusSeconds(i), random));
            stored.putIfAbsent(account, event, now.plus(RETENTION));
        }
    }

    @Test
    void pageOfTheAccountTakesOneQuery() {
        List<Event> page = page(new Clinics.All());
        assertThat(units).hasSize(1);
        assertCost(page, _ -> new Feed.OfAccount(account), Set.of(clinic(0)));
    }

    @Test
    void pageOfOneClinicTakesOneQuery() {
        Set<ClinicId> one = Set.of(clinic(0));
        List<Event> page = page(new Clinics.Listed(one));
        assertThat(units).hasSize(1);
        assertCost(page, clinic -> new Feed.OfClinic(account, clinic), one);
    }

    /** One for each, and one more for each clinic of which a page has more than five. */
    @Test
    void pageOfFiftyClinicsTakesLittleMoreThanAQueryForEach() {
        Set<ClinicId> all =
                IntStream.range(0, CLINICS).mapToObj(FeedCostTest::clinic).collect(Collectors.toSet());
        List<Event> page = page(new Clinics.Listed(all));
        assertThat(units).hasSizeBetween(CLINICS, CLINICS + LIMIT / 5);
        assertCost(page, clinic -> new Feed.OfClinic(account, clinic), all);
    }

    /** Compares what the page consumed with queries, one for each feed, of just what it shows. */
    private void assertCost(List<Event> page, Function<ClinicId, Feed> feed, Set<ClinicId> clinics) {
        double consumed = sum();
        units.clear();
        EventRange range = EventRange.of(now, RETENTION, Optional.empty(), Optional.empty())
                .orElseThrow();
        Map<Feed, Long> shown = page.stream()
                .collect(Collectors.groupingBy(event -> feed.apply(event.clinic()), Collectors.counting()));
        clinics.stream()
                .map(feed)
                .distinct()
                .forEach(one ->
                        events.newestFirst(one, range, Math.toIntExact(Math.max(1, shown.getOrDefault(one, 0L)))));
        assertThat(consumed).isPositive().isLessThanOrEqualTo(MOST * sum());
    }

    private double sum() {
        return units.stream().mapToDouble(Double::doubleValue).sum();
    }

    private List<Event> page(Clinics seen) {
        FeedQuery query = new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), Optional.empty(), LIMIT);
        List<Event> page = new FeedReader(events, RETENTION)
                .page(account, seen, query, now, _ -> {})
                .items();
        assertThat(page).hasSize(LIMIT);
        return page;
    }

    private static ClinicId clinic(int number) {
        return new ClinicId("cln_" + number);
    }
}
