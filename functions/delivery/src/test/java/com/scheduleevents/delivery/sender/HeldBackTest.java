package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** First attempts of webhooks that hang leave the deliveries queue to those of others. */
final class HeldBackTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(7);
    private static final DeliveryMessage SECOND = SenderFixture.first(8);
    private static final Webhook ANOTHER = webhook("whk_2");
    private static final Webhook THIRD = webhook("whk_3");

    @Test
    void deliveryOfAWebhookThatHangsBesideOthersIsAttemptedFromTheRetryQueue() {
        SenderFixture sender = sender(_ -> false);
        sender.handleFromDeliveries(firstOf(ANOTHER));
        sender.handleFromDeliveries(FIRST);
        assertThat(sender.attempts).as("nobody knew").hasSize(2);
        sender.retries.clear();

        sender.handleFromDeliveries(SECOND);
        assertThat(sender.attempts).hasSize(2);
        assertThat(sender.retries).containsExactly(SECOND);

        sender.handle(sender.retries.removeFirst());
        assertThat(sender.attempts).hasSize(3);
    }

    @Test
    void deliveryIsMovedWhenThatIsSeenWhileItWaitsForItsTurn() {
        SenderFixture sender = sender(_ -> false);
        sender.whileItWaits = () -> {
            sender.handleFromDeliveries(firstOf(ANOTHER));
            sender.handleFromDeliveries(SECOND);
            sender.retries.clear();
        };

        sender.handleFromDeliveries(FIRST);

        assertThat(sender.attempts).hasSize(2);
        assertThat(sender.retries).containsExactly(FIRST);
    }

    /** Nobody knows yet whether it times out, and until then it keeps a sender busy. */
    @Test
    void attemptThatIsUnderWayForLongCountsAsOneThatHangs() {
        AtomicReference<SenderFixture> world = new AtomicReference<>();
        SenderFixture sender = sender(request -> {
            SenderFixture busy = world.get();
            if (request == 1) {
                busy.handleFromDeliveries(firstOf(THIRD));
            } else if (request == 2) {
                busy.now = busy.now.plus(ResponseTimes.SLOW).plusMillis(1);
                busy.handleFromDeliveries(FIRST);
            }
            return true;
        });
        world.set(sender);

        sender.handleFromDeliveries(firstOf(ANOTHER));

        assertThat(sender.attempts).hasSize(2);
        assertThat(sender.retries).containsExactly(FIRST);
    }

    @Test
    void webhookThatHangsAloneStaysOnTheDeliveriesQueue() {
        SenderFixture sender = sender(_ -> false);
        sender.handleFromDeliveries(FIRST);
        sender.handleFromDeliveries(SECOND);
        assertThat(sender.attempts).hasSize(2);
    }

    @Test
    void webhookThatRespondsStaysOnTheDeliveriesQueueHoweverManyOthersHang() {
        SenderFixture sender = sender(request -> request == 1 || request > 3);
        sender.handleFromDeliveries(FIRST);
        sender.handleFromDeliveries(firstOf(ANOTHER));
        sender.handleFromDeliveries(firstOf(THIRD));
        sender.retries.clear();

        sender.handleFromDeliveries(SECOND);

        assertThat(sender.attempts).hasSize(4);
        assertThat(sender.retries).isEmpty();
    }

    @Test
    void deliveryOfTheRetryQueueIsAttemptedHoweverManyHang() {
        SenderFixture sender = sender(_ -> false);
        sender.handleFromDeliveries(firstOf(ANOTHER));
        sender.handleFromDeliveries(firstOf(THIRD));
        sender.handle(FIRST);
        sender.handleAgain(SECOND);
        assertThat(sender.attempts).hasSize(4);
    }

    private static SenderFixture sender(IntPredicate succeeds) {
        SenderFixture sender = new SenderFixture(succeeds);
        sender.hangs = true;
        sender.register(ANOTHER);
        sender.register(THIRD);
        return sender;
    }

    static Webhook webhook(String id) {
        return Webhook.registered(
                SenderFixture.activeWebhook().account(),
                new WebhookId(id),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "sealed"),
                SenderFixture.START);
    }

    static DeliveryMessage firstOf(Webhook webhook) {
        Event event = new Event(
                EventId.mint(SenderFixture.START, new Random(9)),
                "offer.accepted",
                new ClinicId("cln_1"),
                "{\"type\": \"offer.accepted\"}");
        return DeliveryMessage.first(webhook, event, SenderFixture.START);
    }
}
