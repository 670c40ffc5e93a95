package com.scheduleevents.delivery.sender;

import static com.scheduleevents.delivery.sender.SenderFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.ResponseCapture;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.StaticHeaders;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that the sender keeps the responses of the webhooks that capture them. */
class ResponseKeeperTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(1);

    @Test
    void keepsTheResponseToAFailedAttemptForSevenDays() {
        SenderFixture sender = new SenderFixture(attempt -> attempt > 2);
        capture(sender, Map.of());

        sender.handleToTheEnd(FIRST);

        Instant end = START.plus(CapturedResponseStore.KEPT);
        assertThat(kept(sender, end.minusMillis(1)))
                .extracting(response -> response.attempt().number())
                .containsExactly(2, 1);
        assertThat(kept(sender, end.minusMillis(1)))
                .extracting(response -> open(sender, response).body())
                .containsOnly("out of order");
        assertThat(kept(sender, end))
                .extracting(response -> response.attempt().number())
                .containsExactly(2);
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
    }

    @Test
    void keepsNothingUnlessTheWebhookCapturesResponses() {
        SenderFixture sender = new SenderFixture(_ -> false);

        sender.handle(FIRST);

        assertThat(sender.attempts.getFirst().captures()).isEqualTo(ResponseCapture.NONE);
        assertThat(kept(sender, START)).isEmpty();
    }

    @Test
    void keepsNoSecretThatTheReceiverReturned() {
        SenderFixture sender = new SenderFixture(_ -> false);
        capture(sender, Map.of("X-Api-Key", "hunter2"));
        sender.response = new CapturedResponse(
                Optional.empty(), "not hunter2 and not whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", false);

        sender.handle(FIRST);

        assertThat(kept(sender, START))
                .extracting(response -> open(sender, response).body())
                .containsExactly("not [redacted] and not [redacted]");
    }

    @Test
    void keepsNoTokenThatTheReceiverReturnedWithoutItsScheme() {
        SenderFixture sender = new SenderFixture(_ -> false);
        capture(sender, Map.of("X-Authorization", "Bearer hunter2"));
        sender.response = new CapturedResponse(Optional.empty(), "invalid token hunter2", false);

        sender.handle(FIRST);

        assertThat(kept(sender, START))
                .extracting(response -> open(sender, response).body())
                .containsExactly("invalid token [redacted]");
    }

    @Test
    void deliveryGoesOnWhenItsResponseCannotBeKept() {
        SenderFixture sender = new SenderFixture(attempt -> attempt > 1);
        capture(sender, Map.of());
        sender.keepsResponses = false;

        sender.handle(FIRST);

        assertThat(sender.retries).hasSize(1);
        assertThat(sender.health().failingSince()).contains(START);
        sender.handleToTheEnd(sender.retries.removeFirst());
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
    }

    @Test
    void keepsNothingOfAnAttemptThatAnotherSenderLogged() {
        SenderFixture sender = new SenderFixture(_ -> false);
        capture(sender, Map.of());
        sender.whileItWaits = () -> {
            sender.response = new CapturedResponse(Optional.empty(), "of the faster sender", false);
            sender.handle(FIRST);
            sender.response = new CapturedResponse(Optional.empty(), "of the slower sender", false);
        };

        sender.handle(FIRST);

        assertThat(sender.attempts).hasSize(2);
        assertThat(kept(sender, START))
                .extracting(response -> open(sender, response).body())
                .containsExactly("of the faster sender");
    }

    private static List<SealedResponse> kept(SenderFixture sender, Instant at) {
        return sender.kept.of(FIRST.webhook(), FIRST.payload().id(), at);
    }

    private static CapturedResponse open(SenderFixture sender, SealedResponse response) {
        return sender.vault.open(FIRST.account(), FIRST.webhook(), response);
    }

    private static void capture(SenderFixture sender, Map<String, String> headers) {
        Webhook webhook = sender.webhook();
        WebhookSettings capturing = new WebhookSettings(
                webhook.url(),
                webhook.types(),
                Set.of(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                PayloadStyle.FULL,
                headers.isEmpty()
                        ? Optional.empty()
                        : Optional.of(sender.vault.seal(webhook.account(), webhook.id(), new StaticHeaders(headers))),
                true,
                Optional.empty());
        sender.change(row -> row.with(capturing, START));
    }
}
