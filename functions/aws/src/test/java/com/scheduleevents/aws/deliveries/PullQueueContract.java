package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullReceipt;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link PullQueue}. */
abstract class PullQueueContract {

    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    private static final Instant EXPIRY = T.plusSeconds(90 * 86_400);
    private static final Instant LATER = T.plusSeconds(60);

    private final WebhookId webhook = WebhookId.mint(T, new Random());

    /** The port, which has no data of new webhooks. */
    protected abstract PullQueue queue();

    @Test
    void oldestThatAreVisibleAreFoundInTheOrderOfTheirEvents() {
        assertThat(queue().look(webhook, 1, 3, T).visible()).isEmpty();
        IntStream.range(0, 5).forEach(n -> queue().add(message(4 - n, 1), EXPIRY));
        take(waiting(0));
        take(waiting(2));

        assertThat(queue().look(webhook, 1, 2, T).visible()).containsExactly(waiting(1), waiting(3));
        assertThat(queue().look(webhook, 1, 9, T).visible()).containsExactly(waiting(1), waiting(3), waiting(4));
        assertThat(queue().look(webhook, 1, 9, T).read()).isEqualTo(5);
        assertThat(queue().look(webhook, 2, 9, T).visible()).isEmpty();
        assertThat(queue().look(webhook, 1, 1, LATER).visible())
                .containsExactly(waiting(0).pulled(T, LATER));
    }

    @Test
    void deliveryIsTakenOnceUntilItIsVisibleAgain() {
        queue().add(message(1, 1), EXPIRY);
        WaitingDelivery taken = take(waiting(1));

        for (Instant until : List.of(LATER.plusMillis(1), LATER)) {
            assertThat(queue().take(waiting(1), waiting(1).pulled(T, until)))
                    .as("another consumer has read the same, and takes it until " + until)
                    .isFalse();
        }
        WaitingDelivery again = taken.pulled(LATER, LATER.plusSeconds(60));
        assertThat(queue().take(taken, again)).isTrue();
        assertThat(again.pulls()).isEqualTo(2);
        assertThat(queue().look(webhook, 1, 1, LATER.plusSeconds(60)).visible()).containsExactly(again);
    }

    @Test
    void whatIsGoneOrReplacedIsNotTaken() {
        queue().add(message(1, 1), EXPIRY);
        queue().add(message(1, 2), EXPIRY);
        assertThat(queue().take(waiting(1), waiting(1).pulled(T, LATER))).isFalse();
        queue().remove(message(1, 2));
        assertThat(queue().take(waiting(1), waiting(1).pulled(T, LATER))).isFalse();
        assertThat(queue().look(webhook, 1, 1, LATER).visible()).isEmpty();
    }

    @Test
    void addingAgainChangesNothingUnlessTheRetryCycleIsLater() {
        queue().add(message(1, 2), EXPIRY);
        WaitingDelivery read = new WaitingDelivery(message(1, 2));
        assertThat(queue().take(read, read.pulled(T, LATER))).isTrue();

        queue().add(message(1, 1), EXPIRY);
        queue().add(message(1, 2), EXPIRY);
        queue().add(message(1, 2).drained(LATER), EXPIRY);
        assertThat(queue().look(webhook, 1, 1, T).visible()).isEmpty();
        queue().add(message(1, 3), EXPIRY);
        assertThat(queue().look(webhook, 1, 1, T).visible()).containsExactly(new WaitingDelivery(message(1, 3)));
    }

    @Test
    void removingLeavesALaterRetryCycle() {
        queue().add(message(1, 2), EXPIRY);
        queue().remove(message(1, 1));
        assertThat(queue().look(webhook, 1, 1, T).visible()).hasSize(1);
        queue().remove(message(1, 2));
        queue().remove(message(1, 2));
        assertThat(queue().look(webhook, 1, 1, T).visible()).isEmpty();
    }

    @Test
    void deliveriesOfReceiptsAreFoundAsFarAsTheyWait() {
        queue().add(message(1, 1), EXPIRY);
        queue().add(message(2, 2), EXPIRY);
        WaitingDelivery taken = take(waiting(1));
        EventId second = message(2, 2).payload().id();

        List<WaitingDelivery> found = queue().find(
                        webhook,
                        Set.of(
                                new PullReceipt(1, 1, message(1, 1).payload().id()),
                                new PullReceipt(1, 1, second),
                                new PullReceipt(1, 2, second),
                                new PullReceipt(2, 1, second),
                                new PullReceipt(1, 1, message(3, 1).payload().id())));

        assertThat(found).containsExactlyInAnyOrder(taken, new WaitingDelivery(message(2, 2)));
        assertThat(queue().find(webhook, Set.of())).isEmpty();
    }

    private WaitingDelivery waiting(int number) {
        return new WaitingDelivery(message(number, 1));
    }

    private WaitingDelivery take(WaitingDelivery read) {
        WaitingDelivery taken = read.pulled(T, LATER);
        assertThat(queue().take(read, taken)).isTrue();
        return taken;
    }

    private DeliveryMessage message(int number, int cycle) {
        Payload payload = new Payload(
                EventId.mint(T.plusSeconds(number), new Random(number)),
                "offer.created",
                Optional.of(new ClinicId("cln_1")),
                "{\"id\":\"é\"}");
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
