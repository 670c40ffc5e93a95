package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.usage.CountedDelivery.Attempt;
import com.scheduleevents.domain.usage.FiguresQuery.Interval;
import com.scheduleevents.domain.usage.FiguresReader.Figures;
import com.scheduleevents.domain.usage.FiguresReader.IntervalFigures;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryUsageSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Figures over time, from what was counted and from the deliveries of the days that were not counted yet. */
final class FiguresReaderTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Instant NOW = Instant.parse("2026-11-21T12:30:00Z");
    private static final UsageDay TODAY = UsageDay.of(NOW);
    private static final WebhookId FIRST = new WebhookId("whk_1");
    private static final WebhookId SECOND = new WebhookId("whk_2");

    private final DynamoUsage usage = TestWiring.create().usage();
    private final InMemoryUsageSource recorded = new InMemoryUsageSource(10);
    private final FiguresReader reader = new FiguresReader(usage, usage, recorded);
    private final Random random = new Random(1);

    FiguresReaderTest() {
        List.of(FIRST, SECOND).forEach(this::register);
    }

    @Test
    void countedDaysComeFromTheCountAndOpenOnesFromTheLog() {
        deliver(FIRST, TODAY.plus(-2), 9, 4);
        deliver(FIRST, TODAY.plus(-1), 23, 3);
        deliver(FIRST, TODAY, 12, 2);
        deliver(SECOND, TODAY, 12, 5);
        count(TODAY.plus(-2), TODAY.plus(-1).start());
        // What comes later is not in the count.
        deliver(FIRST, TODAY.plus(-2), 9, 7);

        Figures figures = reader.of(ACCOUNT, hours(TODAY.plus(-2).start()), NOW, _ -> {});

        assertThat(figures.complete()).isTrue();
        assertThat(figures.intervals()).hasSize(2 * 24 + 13);
        assertThat(delivered(figures))
                .containsOnly(
                        Map.entry("2026-11-19T09:00:00Z", 4L),
                        Map.entry("2026-11-20T23:00:00Z", 3L),
                        Map.entry("2026-11-21T12:00:00Z", 7L));
    }

    @Test
    void dayIsTheSumOfItsHours() {
        deliver(FIRST, TODAY.plus(-2), 9, 4);
        deliver(SECOND, TODAY.plus(-2), 10, 3);
        count(TODAY.plus(-2), TODAY.plus(-1).start());
        deliver(FIRST, TODAY, 1, 2);

        Figures figures =
                reader.of(ACCOUNT, FiguresQuery.of(Interval.DAY, TODAY.plus(-2).start(), NOW), NOW, _ -> {});

        assertThat(figures.intervals()).hasSize(3);
        assertThat(delivered(figures))
                .containsOnly(Map.entry("2026-11-19T00:00:00Z", 7L), Map.entry("2026-11-21T00:00:00Z", 2L));
    }

    /** A count of yesterday that began before its end is not of all of it. */
    @Test
    void yesterdayIsOpenUntilItsNight() {
        deliver(FIRST, TODAY.plus(-1), 9, 4);
        count(TODAY.plus(-1), TODAY.start().minusSeconds(60));
        deliver(FIRST, TODAY.plus(-1), 23, 1);

        assertThat(delivered(reader.of(ACCOUNT, hours(TODAY.plus(-1).start()), NOW, _ -> {})))
                .containsValues(4L, 1L);
    }

    /** An account that was opened yesterday has counts of earlier days, but none of the one before yesterday. */
    @Test
    void dayThatNobodyHasCountedIsCountedDuringTheRequest() {
        count(TODAY.plus(-4), TODAY.plus(-3).start());
        count(TODAY.plus(-3), TODAY.plus(-2).start());
        deliver(FIRST, TODAY.plus(-2), 9, 4);
        count(TODAY.plus(-1), TODAY.start());

        Figures figures = reader.of(ACCOUNT, hours(TODAY.plus(-4).start()), NOW, _ -> {});

        assertThat(figures.complete()).isTrue();
        assertThat(delivered(figures)).containsOnly(Map.entry("2026-11-19T09:00:00Z", 4L));
    }

    @Test
    void daysThatNobodyHasCountedAreMissingWhereTheyAreMany() {
        count(TODAY.plus(-6), TODAY.plus(-5).start());
        deliver(FIRST, TODAY.plus(-3), 9, 4);

        assertThat(reader.of(ACCOUNT, hours(TODAY.plus(-6).start()), NOW, _ -> {})
                        .complete())
                .isFalse();
        // The account may be younger than what is asked for.
        assertThat(reader.of(ACCOUNT, hours(TODAY.plus(-2).start()), NOW, _ -> {})
                        .complete())
                .isTrue();
    }

    @Test
    void dayThatIsTooLargeForARequestIsShownInPart() {
        deliver(FIRST, TODAY, 3, DayCounter.LIVE_QUERIES * 10 + 1);
        AtomicInteger queries = new AtomicInteger();

        Figures figures = reader.of(ACCOUNT, hours(TODAY.start()), NOW, queries::addAndGet);

        assertThat(figures.complete()).isFalse();
        assertThat(delivered(figures).values()).containsExactly(DayCounter.LIVE_QUERIES * 10L);
        assertThat(queries).hasValue(DayCounter.LIVE_QUERIES);
    }

    @Test
    void hoursToComeHaveNothing() {
        deliver(FIRST, TODAY, 12, 2);

        Figures figures = reader.of(
                ACCOUNT,
                FiguresQuery.of(Interval.HOUR, NOW.minusSeconds(3_600), NOW.plus(Duration.ofDays(2))),
                NOW,
                _ -> {});

        assertThat(figures.intervals()).hasSize(50);
        assertThat(delivered(figures)).containsOnly(Map.entry("2026-11-21T12:00:00Z", 2L));
    }

    private static FiguresQuery hours(Instant from) {
        return FiguresQuery.of(Interval.HOUR, from, NOW);
    }

    private static Map<String, Long> delivered(Figures figures) {
        return figures.intervals().stream()
                .filter(interval -> !interval.figures().equals(DeliveryFigures.NOTHING))
                .collect(Collectors.toMap(
                        interval -> interval.from().toString(),
                        (IntervalFigures interval) -> interval.figures().delivered()));
    }

    private void register(WebhookId webhook) {
        recorded.register(ACCOUNT, new CountedWebhook(webhook, Optional.empty(), OptionalLong.of(1)));
    }

    private void deliver(WebhookId webhook, UsageDay day, int hour, int deliveries) {
        Instant begin = day.start().plus(Duration.ofHours(hour));
        IntStream.range(0, deliveries)
                .mapToObj(each -> EventId.mint(begin.plusMillis(each), random))
                .forEach(event -> recorded.log(
                        webhook,
                        new CountedDelivery(
                                event,
                                Optional.of(new ClinicId("cln_1")),
                                DeliveryStatus.SUCCEEDED,
                                OptionalLong.of(1),
                                List.of(new Attempt(OutcomeClass.SUCCEEDED, Duration.ofMillis(12))))));
    }

    private void count(UsageDay day, Instant began) {
        UsageCount begun = UsageCount.of(ACCOUNT, day, began);
        UsageWriter writer = new UsageWriter(usage);
        new DayCounter(recorded)
                .countOn(begun, () -> false, (webhook, figures) -> writer.write(begun, webhook, figures));
        writer.write(begun);
    }
}
