package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedDelivery.Attempt;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.usage.UsageSource.Part;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link UsageSource}, with any number of queries. */
public abstract class UsageSourceContract {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final ClinicId OLDTOWN = new ClinicId("cln_oldtown");
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final List<EventId> ids = IntStream.range(0, 5)
            .mapToObj(n -> EventId.mint(NOW.plusSeconds(n), RANDOM))
            .toList();

    /** The port, which has no data of new accounts. */
    protected abstract UsageSource source();

    /** Records an event. */
    protected abstract void record(AccountId account, EventId event, ClinicId clinic);

    /** Logs a delivery. */
    protected abstract void log(WebhookId webhook, CountedDelivery delivery);

    /** Registers a webhook. */
    protected abstract void register(AccountId account, CountedWebhook webhook);

    @Test
    void eventsAreFoundOldestFirstWithinTheRange() {
        List<ClinicId> clinics = List.of(HARBOUR, OLDTOWN, HARBOUR, OLDTOWN, HARBOUR);
        IntStream.range(0, 5).forEach(n -> record(account, ids.get(n), clinics.get(n)));

        assertThat(all(range -> source().events(new Feed.OfAccount(account), range)))
                .isEqualTo(clinics.subList(1, 4));
        assertThat(all(range -> source().events(new Feed.OfClinic(account, OLDTOWN), range)))
                .containsExactly(OLDTOWN, OLDTOWN);
        assertThat(all(range -> source().events(new Feed.OfAccount(new AccountId("acc_other")), range)))
                .isEmpty();
    }

    @Test
    void deliveriesAreFoundOldestEventFirstWithinTheRange() {
        WebhookId webhook = WebhookId.mint(NOW, RANDOM);
        CountedDelivery taken = delivery(
                1,
                Optional.of(HARBOUR),
                DeliveryStatus.SUCCEEDED,
                new Attempt(OutcomeClass.TIMEOUT, Duration.ofSeconds(5)),
                new Attempt(OutcomeClass.SUCCEEDED, Duration.ofMillis(12)));
        CountedDelivery ping = delivery(
                3, Optional.empty(), DeliveryStatus.FAILED, new Attempt(OutcomeClass.TIMEOUT, Duration.ofSeconds(5)));
        List.of(0, 4).forEach(n -> log(webhook, delivery(n, Optional.of(HARBOUR), DeliveryStatus.PENDING)));
        log(webhook, taken);
        log(webhook, ping);

        assertThat(all(range -> source().deliveries(webhook, range))).containsExactly(taken, ping);
        assertThat(all(range -> source().deliveries(WebhookId.mint(NOW, RANDOM), range)))
                .isEmpty();
    }

    @Test
    void webhooksAreFoundInTheOrderOfTheirIds() {
        List<CountedWebhook> webhooks = List.of(
                new CountedWebhook(WebhookId.mint(NOW, RANDOM), Optional.of(HARBOUR), OptionalLong.of(1)),
                new CountedWebhook(WebhookId.mint(NOW.plusSeconds(1), RANDOM), Optional.empty(), OptionalLong.of(1)));
        webhooks.reversed().forEach(webhook -> register(account, webhook));

        assertThat(source().webhooks(account)).isEqualTo(webhooks);
        assertThat(source().webhooks(new AccountId("acc_other"))).isEmpty();
    }

    private CountedDelivery delivery(int event, Optional<ClinicId> clinic, DeliveryStatus status, Attempt... attempts) {
        return new CountedDelivery(ids.get(event), clinic, status, OptionalLong.of(1), List.of(attempts));
    }

    /** What a query returns for all events but the first and the last. */
    private <T> List<T> all(Function<EventRange, Part<T>> query) {
        List<T> found = new ArrayList<>();
        Optional<EventRange> left = after(Optional.empty());
        while (left.isPresent()) {
            Part<T> part = query.apply(left.get());
            found.addAll(part.found());
            left = part.last().flatMap(last -> after(Optional.of(last)));
        }
        return found;
    }

    private static Optional<EventRange> after(Optional<EventId> last) {
        return EventRange.between(NOW.plusSeconds(1), NOW.plusSeconds(4), last);
    }
}
