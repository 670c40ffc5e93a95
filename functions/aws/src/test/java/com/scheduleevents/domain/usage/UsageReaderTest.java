package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.testkit.memory.InMemoryUsageSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageReaderTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final UsageDay TODAY = UsageDay.of(NOW);
    private static final Clinics ALL = new Clinics.All();

    private final DynamoUsage usage = TestWiring.create().usage();
    private final InMemoryUsageSource recorded = new InMemoryUsageSource(10);
    private final UsageReader reader = new UsageReader(usage, new DayCounter(recorded));

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 60})
    void pagesContainEveryRowOfTheClinicsOnce(int seen) {
        Random random = new Random(seen);
        List<UsageKey> written = new ArrayList<>();
        for (int day = 3; day < 40; day++) {
            for (int clinic = 0; clinic < 60; clinic++) {
                if (random.nextInt(3) == 0) {
                    UsageKey key = new UsageKey(TODAY.plus(-day), clinic(clinic));
                    usage.put(ACCOUNT, key, random.nextInt(4) == 0 ? Usage.NOTHING : Usage.EVENT, NOW);
                    written.add(key);
                }
            }
        }
        usage.put(new AccountId("acc_2"), new UsageKey(TODAY.plus(-5), clinic(0)), Usage.EVENT, NOW);
        Set<ClinicId> listed =
                IntStream.range(0, seen).mapToObj(UsageReaderTest::clinic).collect(Collectors.toSet());

        List<UsageKey> expected = written.stream()
                .filter(key -> listed.contains(key.clinic()))
                .filter(key -> key.day().compareTo(TODAY.plus(-30)) >= 0)
                .filter(key -> usage.find(ACCOUNT, Set.of(key)).containsValue(Usage.EVENT))
                .sorted(Comparator.reverseOrder())
                .toList();
        assertThat(walk(new Clinics.Listed(listed), TODAY.plus(-30), 11)).isEqualTo(expected);
        if (seen == 60) {
            assertThat(walk(ALL, TODAY.plus(-30), 100)).isEqualTo(expected);
        }
    }

    @Test
    void pageStopsAtItsReadBudgetWithACursorOfItsOwnClinics() {
        for (int day = 2; day < 90; day++) {
            for (int clinic = 0; clinic < 60; clinic++) {
                usage.put(ACCOUNT, new UsageKey(TODAY.plus(-day), clinic(clinic)), Usage.EVENT, NOW);
            }
        }
        Set<ClinicId> others =
                IntStream.range(100, 160).mapToObj(UsageReaderTest::clinic).collect(Collectors.toSet());

        Page<DailyUsage, UsageKey> page = reader.page(
                ACCOUNT, new Clinics.Listed(others), query(TODAY.plus(-91), Optional.empty(), 10), NOW, _ -> {});

        assertThat(page.items()).isEmpty();
        assertThat(page.next()).hasValueSatisfying(cursor -> assertThat(others).contains(cursor.clinic()));
        assertThat(walk(new Clinics.Listed(others), TODAY.plus(-91), 10)).isEmpty();
    }

    @Test
    void pageThatLooksUpEveryRowIsTheLast() {
        Set<ClinicId> clinics =
                IntStream.range(0, 40).mapToObj(UsageReaderTest::clinic).collect(Collectors.toSet());
        UsageQuery fiftyCountedDays = query(TODAY.plus(-51), Optional.empty(), 10);

        assertThat(reader.page(ACCOUNT, new Clinics.Listed(clinics), fiftyCountedDays, NOW, _ -> {}))
                .isEqualTo(Page.last(List.of()));
    }

    @Test
    void todayAndYesterdayBeforeItsNightlyCountAreCountedLive() {
        record(TODAY, 2);
        record(TODAY.plus(-1), 3);
        // Stores a count from the middle of the day, which is incomplete.
        count(TODAY.plus(-1), 1, NOW.minusSeconds(86_400));
        count(TODAY, 1, NOW.minusSeconds(1));

        assertThat(rows()).containsExactly(row(TODAY, 2, false), row(TODAY.plus(-1), 3, false));

        count(TODAY.plus(-1), 30, TODAY.start());
        assertThat(rows()).containsExactly(row(TODAY, 2, false), row(TODAY.plus(-1), 30, false));
    }

    @Test
    void dayIsFinalAfterTheCountOfItsThirdNight() {
        count(TODAY.plus(-3), 5, TODAY.plus(-2).start());
        count(TODAY.plus(-4), 6, TODAY.plus(-1).start());
        assertThat(rows()).containsExactly(row(TODAY.plus(-3), 5, false), row(TODAY.plus(-4), 6, true));
    }

    @Test
    void singleDayIsRead() {
        count(TODAY.plus(-5), 5, NOW);
        record(TODAY, 1);
        assertThat(reader.page(
                                ACCOUNT,
                                ALL,
                                new UsageQuery(TODAY.plus(-5), TODAY.plus(-5), Optional.empty(), 9),
                                NOW,
                                _ -> {})
                        .items())
                .containsExactly(row(TODAY.plus(-5), 5, true));
        assertThat(reader.page(ACCOUNT, ALL, new UsageQuery(TODAY, TODAY.plus(40), Optional.empty(), 9), NOW, _ -> {})
                        .items())
                .containsExactly(row(TODAY, 1, false));
    }

    @Test
    void veryLargeDayIsCountedInPartAndMarkedIncomplete() {
        InMemoryUsageSource large = new InMemoryUsageSource(1);
        Random random = new Random(1);
        IntStream.range(0, DayCounter.LIVE_QUERIES + 50)
                .forEach(i -> large.record(ACCOUNT, EventId.mint(TODAY.start().plusSeconds(i), random), clinic(i % 2)));
        count(TODAY.plus(-5), 7, NOW);
        List<DailyUsage> rows = new UsageReader(usage, new DayCounter(large))
                .page(ACCOUNT, ALL, query(TODAY.plus(-6), Optional.empty(), 9), NOW, _ -> {})
                .items();
        assertThat(rows.getLast()).isEqualTo(row(TODAY.plus(-5), 7, true));
        List<DailyUsage> open = rows.subList(0, rows.size() - 1);
        assertThat(open.stream().mapToLong(row -> row.usage().events()).sum()).isEqualTo(DayCounter.LIVE_QUERIES);
        assertThat(open).extracting(DailyUsage::complete).containsOnly(false);
    }

    private List<UsageKey> walk(Clinics visible, UsageDay from, int limit) {
        List<UsageKey> seen = new ArrayList<>();
        Optional<UsageKey> next = Optional.empty();
        do {
            Page<DailyUsage, UsageKey> page = reader.page(ACCOUNT, visible, query(from, next, limit), NOW, _ -> {});
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page.items().forEach(row -> seen.add(row.key()));
            next = page.next();
        } while (next.isPresent());
        return seen;
    }

    private List<DailyUsage> rows() {
        return reader.page(ACCOUNT, ALL, query(TODAY.plus(-30), Optional.empty(), 100), NOW, _ -> {})
                .items();
    }

    private void record(UsageDay day, int events) {
        IntStream.range(0, events)
                .forEach(i ->
                        recorded.record(ACCOUNT, EventId.mint(day.start().plusSeconds(i), new Random(i)), clinic(0)));
    }

    private void count(UsageDay day, int events, Instant began) {
        UsageCount count = UsageCount.of(ACCOUNT, day, began);
        new UsageWriter(usage)
                .write(new UsageCount(
                        ACCOUNT,
                        day,
                        began,
                        count.webhook(),
                        count.after(),
                        Map.of(clinic(0), new Usage(events, 0, 0, 0)),
                        Optional.empty()));
    }

    private static DailyUsage row(UsageDay day, int events, boolean settled) {
        return new DailyUsage(new UsageKey(day, clinic(0)), new Usage(events, 0, 0, 0), settled, true);
    }

    private static UsageQuery query(UsageDay from, Optional<UsageKey> before, int limit) {
        return new UsageQuery(from, TODAY, before, limit);
    }

    private static ClinicId clinic(int number) {
        return new ClinicId("cln_" + number);
    }
}
