package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link Backlog}. */
abstract class BacklogContract {

    protected static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    protected static final Instant EXPIRY = T.plusSeconds(90 * 86_400);

    /** Of the messages. */
    protected final WebhookId webhook = WebhookId.mint(T, new Random());

    /** The port, which has no data of new webhooks. */
    protected abstract Backlog backlog();

    @Test
    void oldestAndNewestTakeTurns() {
        assertThat(backlog().oldestAndNewest(webhook, 1, 3, false)).isEmpty();
        IntStream.range(0, 5).forEach(n -> backlog().add(message(n, 1), EXPIRY));

        assertThat(backlog().oldestAndNewest(webhook, 1, 3, false))
                .containsExactly(message(0, 1), message(4, 1), message(1, 1));
        assertThat(backlog().oldestAndNewest(webhook, 1, 3, true))
                .containsExactly(message(4, 1), message(0, 1), message(3, 1));
        assertThat(backlog().oldestAndNewest(webhook, 1, 9, false))
                .containsExactly(message(0, 1), message(4, 1), message(1, 1), message(3, 1), message(2, 1));
        assertThat(backlog().oldestAndNewest(webhook, 2, 9, false)).isEmpty();
    }

    @Test
    void oldestComeInTheOrderOfTheirEvents() {
        assertThat(backlog().oldest(webhook, 1, 3)).isEmpty();
        IntStream.range(0, 5).forEach(n -> backlog().add(message(4 - n, 1), EXPIRY));

        assertThat(backlog().oldest(webhook, 1, 3)).containsExactly(message(0, 1), message(1, 1), message(2, 1));
        assertThat(backlog().oldest(webhook, 1, 9)).hasSize(5);
        assertThat(backlog().oldest(webhook, 2, 9)).isEmpty();
    }

    @Test
    void newestFirstListsMessagesWithinTheRange() {
        IntStream.range(0, 8).forEach(n -> backlog().add(message(n, 1), EXPIRY));
        EventRange range = new EventRange(
                message(1, 1).payload().id(), message(6, 1).payload().id());

        assertThat(backlog().newestFirst(webhook, 1, range, 3))
                .containsExactly(message(6, 1), message(5, 1), message(4, 1));
        assertThat(backlog().newestFirst(webhook, 1, range, 10)).hasSize(6);
        assertThat(backlog().newestFirst(webhook, 2, range, 10)).isEmpty();
    }

    @Test
    void laterCycleReplacesAnEarlierOne() {
        EventId event = message(1, 1).payload().id();
        backlog().add(message(1, 1), EXPIRY);
        backlog().add(message(1, 2), EXPIRY);
        backlog().add(message(1, 1), EXPIRY);
        assertThat(backlog().oldestAndNewest(webhook, 1, 5, true)).containsExactly(message(1, 2));
        backlog().remove(message(1, 1));
        assertThat(backlog().find(webhook, 1, event)).contains(message(1, 2));
        backlog().remove(message(1, 2));
        backlog().remove(message(1, 2));
        assertThat(backlog().find(webhook, 1, event)).isEmpty();
        assertThat(backlog().anyOf(webhook, 1)).isFalse();
    }

    @Test
    void addingAgainLeavesADeliveryOfTheSameCycleAsItIs() {
        DeliveryMessage first = message(1, 2);
        backlog().add(first, EXPIRY);
        backlog().add(first.nextCycle(T.plusSeconds(1)), EXPIRY);
        backlog().add(first.nextCycle(T.plusSeconds(2)), EXPIRY);
        assertThat(backlog().oldest(webhook, 1, 5)).containsExactly(first.nextCycle(T.plusSeconds(1)));
    }

    /** What a drain puts on the queue may come back to the backlog before the drain has removed what it read. */
    @Test
    void removingLeavesWhatALaterDrainPutBack() {
        DeliveryMessage never = message(1, 1);
        DeliveryMessage once = never.drained(T.plusSeconds(60));
        DeliveryMessage twice = once.drained(T.plusSeconds(59));
        backlog().add(never, EXPIRY);
        backlog().add(once, EXPIRY);
        backlog().remove(never);
        assertThat(backlog().oldest(webhook, 1, 5)).containsExactly(once);

        backlog().add(twice, EXPIRY);
        backlog().remove(once);
        assertThat(backlog().oldest(webhook, 1, 5)).containsExactly(twice);
        backlog().remove(twice);
        assertThat(backlog().anyOf(webhook, 1)).isFalse();

        backlog().add(once, EXPIRY);
        backlog().remove(twice);
        assertThat(backlog().anyOf(webhook, 1)).isFalse();
    }

    @Test
    void whatALaterDrainPutBackIsOnlyReplacedByALaterRetryCycle() {
        DeliveryMessage never = message(1, 1);
        DeliveryMessage once = never.drained(T.plusSeconds(60));
        DeliveryMessage twice = once.drained(T.plusSeconds(90));
        backlog().add(twice, EXPIRY);
        backlog().add(once, EXPIRY);
        backlog().add(never, EXPIRY);
        assertThat(backlog().oldest(webhook, 1, 5)).containsExactly(twice);

        backlog().add(message(1, 2), EXPIRY);
        backlog().add(twice, EXPIRY);
        assertThat(backlog().oldest(webhook, 1, 5)).containsExactly(message(1, 2));
        backlog().remove(twice);
        assertThat(backlog().anyOf(webhook, 1)).isTrue();
    }

    @Test
    void countStopsAtItsBound() {
        IntStream.range(0, 7).forEach(n -> backlog().add(message(n, 1), EXPIRY));
        assertThat(backlog().count(webhook, 1, 5)).isEqualTo(5);
        assertThat(backlog().count(webhook, 1, 7)).isEqualTo(7);
        assertThat(backlog().count(webhook, 1, 100)).isEqualTo(7);
        assertThat(backlog().count(webhook, 2, 100)).isZero();
    }

    /** The first attempt of a retry cycle; a greater number is that of a later event. */
    protected final DeliveryMessage message(int number, int cycle) {
        return message(number, cycle, "{\"id\":\"é\"}");
    }

    protected final DeliveryMessage message(int number, int cycle, String json) {
        Payload payload = new Payload(
                EventId.mint(T.plusSeconds(number), new Random(number)),
                "offer.created",
                Optional.of(new ClinicId("cln_1")),
                json);
        return new DeliveryMessage(
                new AccountId("acc_1"),
                webhook,
                1,
                payload,
                cycle,
                1,
                Optional.empty(),
                Optional.empty(),
                T,
                Optional.empty(),
                Optional.empty());
    }
}
