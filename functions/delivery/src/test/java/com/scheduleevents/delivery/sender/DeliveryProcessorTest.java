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
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class DeliveryProcessorTest {

    @Test
    void attemptsASuccessfulDeliveryOnce() {
        SenderWorld world = new SenderWorld(1, 0, n -> true);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).hasSize(1);
        assertThat(world.logged().status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(world.disablings).isEmpty();
    }

    @Test
    void signsTheSameBytesAnewForEachAttempt() {
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
    void disablesTheWebhookAfterElevenFailedAttempts() {
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
        assertThat(world.logged().status()).isEqualTo(DeliveryStatus.FAILED);
    }

    @Test
    void keepsAWebhookThatRecoversOnTheFourthAttempt() {
        SenderWorld world = new SenderWorld(1, 0, n -> n >= 4);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).hasSize(4);
        assertThat(world.webhook().orElseThrow().status()).isEqualTo(WebhookStatus.ACTIVE);
    }

    /** Three hours are twelve hops, and seven waits of three hours and up to a tenth fit into a day. */
    @Test
    void honoursRetryAfterWithinTheRetryWindow() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        Duration asked = Duration.ofHours(3);
        world.retryAfter = Optional.of(asked);
        world.enqueue(SenderWorld.first());
        world.run();

        List<Instant> times = world.attemptTimes;
        assertThat(times).hasSize(9).endsWith(SenderWorld.START.plus(Duration.ofHours(24)));
        for (int i = 1; i < times.size() - 1; i++) {
            assertThat(Duration.between(times.get(i - 1), times.get(i))).isGreaterThanOrEqualTo(asked);
        }
        assertThat(world.disablings).hasSize(1);
    }

    @Test
    void sendsNothingToADeletedWebhook() {
        SenderWorld world = new SenderWorld(1, 0, n -> true);
        world.webhooks.delete(
                SenderWorld.activeWebhook().account(),
                SenderWorld.activeWebhook().id(),
                Instant.MAX);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).isEmpty();
    }

    @Test
    void sendsNothingToAWebhookDisabledWhileTheAttemptWaited() {
        SenderWorld world = new SenderWorld(1, 0, n -> true);
        world.whileItWaits = () -> world.change(row -> row.disabled(new Disabling.Requested(SenderWorld.START)));
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).isEmpty();
    }

    @Test
    void sendsAnAttemptThatWaitedToTheNewUrl() {
        SenderWorld world = new SenderWorld(1, 0, n -> true);
        world.whileItWaits = world::moveWebhook;
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).extracting(AttemptRequest::url).containsExactly("https://hooks.example.org/");
    }

    @Test
    void mergesTwoMessagesOfOneDelivery() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        world.enqueue(SenderWorld.first());
        world.enqueue(SenderWorld.first());
        world.run();

        // Both make the first attempt; the second one to reach the log is dropped.
        assertThat(world.attempts).hasSize(12);
        assertThat(world.logged().attempts()).hasSize(11);
        assertThat(world.disablings).hasSize(1);
    }

    /** The promise of the product, for every crash: delivered, or disabled after the whole retry window. */
    @Property(tries = 300)
    void noCrashLosesADelivery(@ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int recoversAt) {
        SenderWorld world = new SenderWorld(seed, 0.15, n -> n >= recoversAt);
        world.enqueue(SenderWorld.first());
        world.run();

        boolean delivered = world.attempts.size() >= recoversAt;
        boolean disabled = world.disablings.size() == 1;
        assertThat(delivered || disabled).isTrue();
        assertThat(world.disablings).hasSizeLessThanOrEqualTo(1);
        assertThat(world.logged().attempts()).hasSizeLessThanOrEqualTo(11);
        if (disabled) {
            Duration tried = Duration.between(SenderWorld.START, world.attemptTimes.getLast());
            assertThat(tried).isGreaterThanOrEqualTo(Duration.ofHours(24));
        } else {
            assertThat(world.logged().status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        }
    }

    @Test
    void neitherRetriesAFailedPingNorCountsIt() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        Payload ping = Payload.ping(SenderWorld.activeWebhook().id(), SenderWorld.START, new Random(7));
        world.enqueue(DeliveryMessage.first(SenderWorld.activeWebhook(), ping, 1, SenderWorld.START));
        world.run();

        assertThat(world.attempts).hasSize(1);
        assertThat(world.disablings).isEmpty();
        assertThat(world.log.find(SenderWorld.activeWebhook().id(), ping.id()))
                .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(DeliveryStatus.FAILED));
    }

    @Test
    void startsTheNextRetryCycleAfterAChangeOfUrl() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        world.at(SenderWorld.START.plus(Duration.ofHours(20)), world::moveWebhook);
        world.enqueue(SenderWorld.first());
        world.run();

        // Eleven and eleven attempts, and one at the new URL once the waiting message is received.
        assertThat(world.attempts).hasSize(23);
        assertThat(world.disablings).singleElement().satisfies(why -> {
            assertThat(why.failingSince()).isEqualTo(SenderWorld.START.plus(Duration.ofHours(24)));
            assertThat(why.at()).isEqualTo(SenderWorld.START.plus(Duration.ofDays(2)));
        });
    }

    @Test
    void doesNotAttemptADismissedDelivery() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        world.at(SenderWorld.START.plus(Duration.ofHours(1)), world::dismiss);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attemptTimes.getLast()).isBefore(SenderWorld.START.plus(Duration.ofHours(1)));
        assertThat(world.logged().status()).isEqualTo(DeliveryStatus.DISMISSED);
        assertThat(world.disablings).isEmpty();
    }

    @Test
    void doesNotSignWithAnExpiredSecret() {
        SenderWorld world = new SenderWorld(1, 0, n -> n == 2);
        world.change(row -> row.rotated(
                new SealedSecret(2, "key", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"),
                SenderWorld.START,
                Duration.ofSeconds(5)));
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts)
                .extracting(request -> request.headers()
                        .getOrDefault("webhook-signature", "")
                        .chars()
                        .filter(c -> c == ',')
                        .count())
                .containsExactly(2L, 1L);
    }

    /** The same promise when the owner changes the URL and redelivers in between. */
    @Property(tries = 200)
    void noCrashLosesARedelivery(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 30) int recoversAt,
            @ForAll @IntRange(min = 1, max = 2_000) int movedAfter,
            @ForAll @IntRange(min = 1, max = 1_400) int askedAfter) {
        SenderWorld world = new SenderWorld(seed, 0.1, n -> n >= recoversAt);
        world.at(SenderWorld.START.plus(Duration.ofMinutes(movedAfter)), world::moveWebhook);
        world.at(SenderWorld.START.plus(Duration.ofMinutes(askedAfter)), world::redeliver);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.disablings).hasSizeLessThanOrEqualTo(1);
        if (world.disablings.isEmpty()) {
            assertThat(world.logged().status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        } else {
            RetriesExhausted why = world.disablings.getFirst();
            assertThat(Duration.between(why.failingSince(), world.attemptTimes.getLast()))
                    .isGreaterThanOrEqualTo(Duration.ofHours(24));
            assertThat(world.webhook()
                            .orElseThrow()
                            .urlChangedAt()
                            .filter(at -> at.isBefore(why.at()))
                            .filter(at -> !at.isBefore(why.failingSince())))
                    .isEmpty();
        }
    }
}
