package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class CourierTest {

    @Test
    void aDeliveryThatSucceedsIsAttemptedOnce() {
        SenderWorld world = new SenderWorld(1, 0, n -> true);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).hasSize(1);
        assertThat(world.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(world.disablings).isEmpty();
    }

    @Test
    void everyAttemptCarriesTheSameBytesSignedAnew() {
        SenderWorld world = new SenderWorld(1, 0, n -> n == 3);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).extracting(AttemptRequest::body).containsOnly("{\"type\": \"offer.accepted\"}");
        assertThat(world.attempts)
                .extracting(request -> request.headers().get("Service-Attempt"))
                .containsExactly("1", "2", "3");
        assertThat(world.attempts)
                .extracting(request -> request.headers().get("Service-Signature"))
                .doesNotHaveDuplicates();
        assertThat(world.attempts.getFirst().headers())
                .containsKeys("webhook-id", "webhook-timestamp", "webhook-signature", "User-Agent")
                .containsEntry("Content-Type", "application/json");
    }

    @Test
    void aReceiverThatFailsForTheWindowIsDisabledAfterElevenAttempts() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        world.enqueue(SenderWorld.first());
        world.run();

        Instant end = SenderWorld.START.plus(Duration.ofHours(24));
        assertThat(world.attempts).hasSize(11);
        assertThat(world.attemptTimes.getLast()).isEqualTo(end);
        assertThat(world.disablings).singleElement().satisfies(why -> {
            assertThat(why.attempts()).isEqualTo(11);
            assertThat(why.failingSince()).isEqualTo(SenderWorld.START);
            assertThat(why.at()).isEqualTo(end);
        });
        assertThat(world.status()).isEqualTo(DeliveryStatus.FAILED);
    }

    @Test
    void aReceiverThatRecoversOnTheFourthAttemptIsNotDisabled() {
        SenderWorld world = new SenderWorld(1, 0, n -> n >= 4);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).hasSize(4);
        assertThat(world.webhook.orElseThrow().status()).isEqualTo(WebhookStatus.ACTIVE);
    }

    @Test
    void nothingIsSentToAWebhookThatIsGone() {
        SenderWorld world = new SenderWorld(1, 0, n -> true);
        world.webhook = Optional.empty();
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).isEmpty();
    }

    @Test
    void twoMessagesOfOneDeliveryBecomeOneChain() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        world.enqueue(SenderWorld.first());
        world.enqueue(SenderWorld.first());
        world.run();

        // Both make the first attempt; who comes second to the log is dropped.
        assertThat(world.attempts).hasSize(12);
        assertThat(world.log).hasSize(11);
        assertThat(world.disablings).hasSize(1);
    }

    /** The promise of the product, whatever crashes wherever: delivered, or disabled after the whole window. */
    @Property(tries = 2_000)
    void noCrashLosesADelivery(@ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int recoversAt) {
        SenderWorld world = new SenderWorld(seed, 0.15, n -> n >= recoversAt);
        world.enqueue(SenderWorld.first());
        world.run();

        boolean delivered = world.attempts.size() >= recoversAt;
        boolean disabled = world.disablings.size() == 1;
        assertThat(delivered || disabled).isTrue();
        assertThat(world.disablings).hasSizeLessThanOrEqualTo(1);
        assertThat(world.log).hasSizeLessThanOrEqualTo(11);
        if (disabled) {
            Duration tried = Duration.between(SenderWorld.START, world.attemptTimes.getLast());
            assertThat(tried).isGreaterThanOrEqualTo(Duration.ofHours(24));
        } else {
            assertThat(world.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        }
    }
}
