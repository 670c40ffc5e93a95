package com.scheduleevents.testkit.samples;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedDelivery.Attempt;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.DeliveryFigures;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryUsageSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three days of an account with three clinics, generated from a seed, and the expected usage of the middle one. */
public final class SampleDays {

    /** The account. */
    public static final AccountId ACCOUNT = new AccountId("acc_1");
    /** The day in the middle. */
    public static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();

    private static final long GENERATION = 1;

    private final InMemoryUsageSource recorded;

    /** The expected usage, counted as the events are recorded. */
    private final Map<ClinicId, Usage> expected = new HashMap<>();

    /** The expected figures of each webhook by hour, counted likewise: delivered, failed, pending, attempts, failed attempts. */
    private final Map<WebhookId, Map<Integer, List<Long>>> expectedFigures = new HashMap<>();

    private final Random random;
    private final List<WebhookId> webhooks;

    /**
     * @param seed of the random data
     * @param eventsOfADay how many events each day has
     */
    public SampleDays(long seed, int eventsOfADay) {
        this.random = new Random(seed);
        this.recorded = new InMemoryUsageSource(1 + random.nextInt(4));
        this.webhooks = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> new WebhookId("whk_" + i))
                .toList();
        webhooks.forEach(webhook ->
                recorded.register(ACCOUNT, new CountedWebhook(webhook, Optional.empty(), OptionalLong.of(GENERATION))));
        for (UsageDay day : List.of(DAY.plus(-1), DAY, DAY.plus(1))) {
            more(day, eventsOfADay);
        }
    }

    /** The usage source of the days. */
    public InMemoryUsageSource recorded() {
        return recorded;
    }

    /** Records further data, such as a late outcome. */
    public void more(UsageDay day, int events) {
        for (int i = 0; i < events; i++) {
            long millis = random.nextLong(day.start().toEpochMilli(), day.end().toEpochMilli());
            EventId event = EventId.mint(Instant.ofEpochMilli(millis), random);
            ClinicId clinic = new ClinicId("cln_" + random.nextInt(3));
            recorded.record(ACCOUNT, event, clinic);
            expect(day, clinic, Usage.EVENT);
            webhooks.stream()
                    .filter(_ -> random.nextInt(3) > 0)
                    .forEach(webhook -> deliver(day, webhook, event, clinic));
        }
        if (!webhooks.isEmpty()) {
            ping(day);
        }
    }

    private void deliver(UsageDay day, WebhookId webhook, EventId event, ClinicId clinic) {
        List<Attempt> attempts = new ArrayList<>();
        int failures = random.nextInt(3);
        IntStream.range(0, failures).forEach(_ -> attempts.add(attempt(OutcomeClass.TIMEOUT)));
        boolean taken = random.nextBoolean();
        if (taken) {
            attempts.add(attempt(OutcomeClass.SUCCEEDED));
        }
        DeliveryStatus status = taken ? DeliveryStatus.SUCCEEDED : DeliveryStatus.FAILED;
        recorded.log(
                webhook,
                new CountedDelivery(event, Optional.of(clinic), status, OptionalLong.of(GENERATION), attempts));
        expect(day, clinic, new Usage(0, taken ? 1 : 0, taken ? 0 : 1, failures + (taken ? 1 : 0)));
        if (day.equals(DAY)) {
            List<Long> figures = List.of(taken ? 1L : 0, taken ? 0L : 1, 0L, (long) attempts.size(), (long) failures);
            int hour = event.mintedAt().atOffset(ZoneOffset.UTC).getHour();
            expectedFigures
                    .computeIfAbsent(webhook, _ -> new HashMap<>())
                    .merge(hour, figures, (one, other) -> IntStream.range(0, one.size())
                            .mapToObj(each -> one.get(each) + other.get(each))
                            .toList());
        }
    }

    private Attempt attempt(OutcomeClass outcome) {
        return new Attempt(outcome, Duration.ofMillis(random.nextInt(5_000)));
    }

    private void ping(UsageDay day) {
        EventId event = EventId.mint(day.start().plusSeconds(random.nextInt(80_000)), random);
        recorded.log(
                webhooks.getFirst(),
                new CountedDelivery(
                        event,
                        Optional.empty(),
                        DeliveryStatus.SUCCEEDED,
                        OptionalLong.of(GENERATION),
                        List.of(attempt(OutcomeClass.SUCCEEDED))));
    }

    private void expect(UsageDay day, ClinicId clinic, Usage usage) {
        if (day.equals(DAY)) {
            expected.merge(clinic, usage, Usage::plus);
        }
    }

    /**
     * The expected figures of the middle day by webhook and hour: deliveries that were delivered, failed, pending, their attempts and those that
     * failed.
     */
    public Map<WebhookId, Map<Integer, List<Long>>> expectedFigures() {
        return expectedFigures.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, figures -> Map.copyOf(figures.getValue())));
    }

    /** Some figures in the same form. */
    public static Map<Integer, List<Long>> plain(DayFigures figures) {
        return figures.hours().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, hour -> plain(hour.getValue())));
    }

    private static List<Long> plain(DeliveryFigures figures) {
        return List.of(
                figures.delivered(), figures.failed(), figures.pending(), figures.attempts(), figures.failedAttempts());
    }

    /** The expected usage of the middle day. */
    public Map<ClinicId, Usage> expected() {
        return Map.copyOf(expected);
    }
}
