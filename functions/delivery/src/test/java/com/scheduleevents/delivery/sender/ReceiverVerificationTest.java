package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests that a receiver gets nothing but challenges until it has returned one. */
class ReceiverVerificationTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(1);
    private static final String CHALLENGE = "challenge to https://hooks.example.com/";
    private static final String EVENT = "event to https://hooks.example.com/";

    @Test
    void sendsAnEventOnlyAfterTheChallengeWasReturned() {
        SenderFixture sender = new SenderFixture(_ -> true, true);

        sender.handle(FIRST);
        sender.handle(SenderFixture.first(2));

        assertThat(sent(sender)).containsExactly(CHALLENGE, EVENT, EVENT);
        assertThat(sender.attempts.getFirst().body())
                .contains("\"challenge\":\""
                        + sender.attempts.getFirst().challenge().orElseThrow() + "\"");
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(sender.logged(FIRST).made()).isEqualTo(1);
    }

    @Test
    void sendsNothingButNewChallengesAndThenDisablesTheWebhook() {
        SenderFixture sender = new SenderFixture(_ -> false, true);

        sender.handleToTheEnd(FIRST);

        assertThat(sent(sender)).hasSize(11).containsOnly(CHALLENGE);
        assertThat(sender.attempts).extracting(AttemptRequest::challenge).doesNotHaveDuplicates();
        assertThat(sender.webhook().status()).isEqualTo(WebhookStatus.DISABLED);
    }

    @Test
    void asksAgainAfterAChangeOfUrl() {
        SenderFixture sender = new SenderFixture(_ -> true, true);
        sender.handle(FIRST);
        sender.moveWebhook();

        sender.handle(SenderFixture.first(2));

        assertThat(sent(sender))
                .containsExactly(
                        CHALLENGE,
                        EVENT,
                        "challenge to https://hooks.example.org/",
                        "event to https://hooks.example.org/");
    }

    @Test
    void sendsNoEventToAUrlThatWasChangedDuringTheChallenge() {
        AtomicReference<SenderFixture> moved = new AtomicReference<>();
        SenderFixture sender = new SenderFixture(
                n -> {
                    if (n == 1) {
                        moved.get().moveWebhook();
                    }
                    return true;
                },
                true);
        moved.set(sender);

        sender.handle(FIRST);

        assertThat(sent(sender))
                .containsExactly(
                        CHALLENGE, "challenge to https://hooks.example.org/", "event to https://hooks.example.org/");
    }

    private static List<String> sent(SenderFixture sender) {
        return sender.attempts.stream()
                .map(request -> (request.body().contains("\"type\":\"webhook.verification\"") ? "challenge" : "event")
                        + " to " + request.url())
                .toList();
    }
}
