package com.scheduleevents.testkit.samples;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryUsageSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Three days of an account with three clinics, made up from a seed, and what there is to count in the middle one. */
public final class SampleDays {

    /** Whose days. */
    public static final AccountId ACCOUNT = new AccountId("acc_1");
    /** The day in the middle. */
    public static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();

    private final InMemoryUsageSource recorded;

    /** Counted as they are recorded, one by one. */
    private final Map<ClinicId, Usage> expected = new HashMap<>();

    private final Random random;
    private final List<WebhookId> webhooks;

    /**
     * @param seed what is made up
     * @param eventsOfADay how many events each day has
     */
    public SampleDays(long seed, int eventsOfADay) {
        this.random = new Random(seed);
        this.recorded = new InMemoryUsageSource(1 + random.nextInt(4));
        this.webhooks = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> new WebhookId("whk_" + i))
                .toList();
        webhooks.forEach(webhook -> recorded.register(ACCOUNT, new CountedWebhook(webhook, Optional.empty())));
        for (UsageDay day : List.of(DAY.plus(-1), DAY, DAY.plus(1))) {
            more(day, eventsOfADay);
        }
    }

    /** What there is to count. */
    public InMemoryUsageSource recorded() {
        return recorded;
    }

    /** Records more, as a late repeat or a late outcome would. */
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
        List<OutcomeClass> outcomes = new ArrayList<>();
        int failures = random.nextInt(3);
        IntStream.range(0, failures).forEach(_ -> outcomes.add(OutcomeClass.TIMEOUT));
        boolean taken = random.nextBoolean();
        if (taken) {
            outcomes.add(OutcomeClass.SUCCEEDED);
        }
        DeliveryStatus status = taken ? DeliveryStatus.SUCCEEDED : DeliveryStatus.FAILED;
        recorded.log(webhook, event, new CountedDelivery(Optional.of(clinic), status, outcomes));
        expect(day, clinic, new Usage(0, taken ? 1 : 0, taken ? 0 : 1, failures + (taken ? 1 : 0)));
    }

    private void ping(UsageDay day) {
        EventId event = EventId.mint(day.start().plusSeconds(random.nextInt(80_000)), random);
        recorded.log(
                webhooks.getFirst(),
                event,
                new CountedDelivery(Optional.empty(), DeliveryStatus.SUCCEEDED, List.of(OutcomeClass.SUCCEEDED)));
    }

    private void expect(UsageDay day, ClinicId clinic, Usage usage) {
        if (day.equals(DAY)) {
            expected.merge(clinic, usage, Usage::plus);
        }
    }

    /** What a count of the middle day has to find. */
    public Map<ClinicId, Usage> expected() {
        return Map.copyOf(expected);
    }
}
