package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The steps of a delivery, without faults; the simulation tests them with crashes, duplicates and outages. */
final class DeliveryProcessorTest {

    private static final Instant START = SenderFixture.START;
    private static final DeliveryMessage FIRST = SenderFixture.first(7);

    @Test
    void attemptsASuccessfulDeliveryOnce() {
        SenderFixture sender = new SenderFixture(_ -> true);

        sender.handle(FIRST);

        assertThat(sender.attempts).hasSize(1);
        assertThat(sender.retries).isEmpty();
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
    }

    @Test
    void signsTheSameBytesAnewForEachAttempt() {
        SenderFixture sender = new SenderFixture(n -> n == 3);

        sender.handleToTheEnd(FIRST);

        assertThat(sender.attempts).extracting(AttemptRequest::body).containsOnly("{\"type\": \"offer.accepted\"}");
        assertThat(sender.attempts)
                .extracting(request -> request.headers().get("Service-Attempt"))
                .containsExactly("1", "2", "3");
        assertThat(sender.attempts)
                .extracting(request -> request.headers().get("Service-Signature"))
                .doesNotHaveDuplicates();
        assertThat(sender.attempts.getFirst().headers())
                .containsKeys("webhook-id", "webhook-timestamp", "webhook-signature", "User-Agent")
                .containsEntry("Content-Type", "application/json");
    }

    @Test
    void doesNotSignWithAnExpiredSecret() {
        SenderFixture sender = new SenderFixture(n -> n == 2);
        sender.change(row -> row.rotated(
                new SealedSecret(2, "key", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"), START, Duration.ofSeconds(5)));

        sender.handleToTheEnd(FIRST);

        assertThat(sender.attempts)
                .extracting(request -> request.headers()
                        .getOrDefault("webhook-signature", "")
                        .chars()
                        .filter(c -> c == ',')
                        .count())
                .containsExactly(2L, 1L);
    }

    @Test
    void disablesTheWebhookAfterElevenFailedAttempts() {
        SenderFixture sender = new SenderFixture(_ -> false);

        sender.handleToTheEnd(FIRST);

        assertThat(sender.attempts).hasSize(11);
        assertThat(sender.now).isEqualTo(START.plus(Duration.ofHours(24)));
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.FAILED);
        RetriesExhausted why = exhausted(sender);
        assertThat(why.attempts()).isEqualTo(11);
        assertThat(why.failingSince()).isEqualTo(START);
        assertThat(why.at()).isEqualTo(sender.now);
    }

    @Test
    void startsTheNextRetryCycleAfterAChangeOfUrl() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.now = START.plusSeconds(5);
        sender.moveWebhook();

        sender.handleToTheEnd(sender.retries.removeFirst());

        assertThat(sender.attempts).hasSize(22);
        RetriesExhausted why = exhausted(sender);
        assertThat(why.failingSince()).isEqualTo(START.plus(Duration.ofHours(24)));
        assertThat(why.at()).isEqualTo(START.plus(Duration.ofDays(2)));
    }

    private static RetriesExhausted exhausted(SenderFixture sender) {
        assertThat(sender.webhook().status()).isEqualTo(WebhookStatus.DISABLED);
        return (RetriesExhausted) sender.webhook().disabling().orElseThrow();
    }

    /** Whichever of the two messages is handled first, the other is dropped, and no retry is queued twice. */
    @Test
    void mergesTwoMessagesOfOneDelivery() {
        SenderFixture sender = new SenderFixture(_ -> false);

        sender.handle(FIRST);
        sender.handle(FIRST);

        assertThat(sender.logged(FIRST).attempts()).hasSize(1);
        assertThat(sender.retries).hasSize(1);
    }

    /** The sender may have crashed after it logged the attempt and before it queued the retry. */
    @Test
    void queuesTheRetryAgainWhenTheMessageWasReceivedBefore() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);

        sender.handleAgain(FIRST);

        assertThat(sender.attempts).hasSize(1);
        assertThat(sender.retries).hasSize(2);
        assertThat(sender.retries.getFirst()).isEqualTo(sender.retries.getLast());
    }

    @Test
    void sendsNothingToADeletedWebhook() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.webhooks.delete(FIRST.account(), FIRST.webhook(), Instant.MAX);

        sender.handle(FIRST);

        assertThat(sender.attempts).isEmpty();
    }

    @Test
    void sendsNothingToAWebhookDisabledWhileTheAttemptWaited() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.whileItWaits = () -> sender.change(row -> row.disabled(new Disabling.Requested(START)));

        sender.handle(FIRST);

        assertThat(sender.attempts).isEmpty();
    }

    @Test
    void sendsAnAttemptThatWaitedToTheNewUrl() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.whileItWaits = sender::moveWebhook;

        sender.handle(FIRST);

        assertThat(sender.attempts).extracting(AttemptRequest::url).containsExactly("https://hooks.example.org/");
    }

    @Test
    void doesNotAttemptADismissedDelivery() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.log.replace(
                FIRST.webhook(), sender.logged(FIRST), sender.logged(FIRST).dismissed());

        sender.handleToTheEnd(sender.retries.removeFirst());

        assertThat(sender.attempts).hasSize(1);
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.DISMISSED);
    }

    @Test
    void neitherRetriesAFailedPingNorCountsIt() {
        SenderFixture sender = new SenderFixture(_ -> false);
        Payload ping = Payload.ping(FIRST.webhook(), START, new Random(7));
        DeliveryMessage message = DeliveryMessage.again(sender.webhook(), ping, Optional.empty(), START);

        sender.handle(message);

        assertThat(sender.retries).isEmpty();
        assertThat(sender.logged(message).status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(sender.health().failures().count()).isZero();
        assertThat(sender.webhook().isActive()).isTrue();
    }
}
