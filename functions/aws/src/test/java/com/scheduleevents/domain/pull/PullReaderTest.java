package com.scheduleevents.domain.pull;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.pull.PullReader.PulledDelivery;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PullReaderTest {

    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration RETENTION = Duration.ofDays(90);

    private final TestWiring aws = TestWiring.create();
    private final PullQueue queue = aws.pullQueue();
    private final DeliveryLog log = aws.deliveryLog();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private final PullReader reader = new PullReader(queue, log);
    private final Acknowledgements acknowledgements =
            new Acknowledgements(queue, log, RETENTION, new Random(2), metrics);
    private final Webhook webhook = webhook(List.of(Webhook.ALL_TYPES));

    @Test
    void oldestComeFirstAndAgainWhenTheyAreNotAcknowledgedInTime() {
        List<DeliveryMessage> added = add(3);

        assertThat(messages(pull(2, T))).isEqualTo(added.subList(0, 2));
        assertThat(messages(pull(9, T.plusSeconds(59)))).isEqualTo(added.subList(2, 3));
        assertThat(pull(9, T.plusSeconds(59))).isEmpty();

        List<PulledDelivery> again = pull(9, T.plusSeconds(61));
        assertThat(messages(again)).isEqualTo(added.subList(0, 2));
        assertThat(again).extracting(PulledDelivery::number).containsExactly(2, 2);
    }

    @Test
    void consumersAtTheSameInstantGetEachDeliveryOnce() {
        List<DeliveryMessage> added = add(500);
        List<DeliveryMessage> got = Collections.synchronizedList(new ArrayList<>());
        List<Thread> consumers = IntStream.range(0, 8)
                .mapToObj(_ -> Thread.ofVirtual().start(() -> {
                    PullReader own = new PullReader(queue, log);
                    List<PulledDelivery> some;
                    do {
                        some = own.pull(webhook, 20, MINUTE, T).deliveries();
                        got.addAll(messages(some));
                    } while (!some.isEmpty());
                }))
                .toList();
        consumers.forEach(PullReaderTest::join);

        assertThat(got).doesNotHaveDuplicates();
        assertThat(messages(pull(100, T)).stream().toList()).isEmpty();
        assertThat(added).containsAll(got);
        assertThat(got).hasSameSizeAs(added);
    }

    @Test
    void acknowledgedDeliveryHasSucceededAndDoesNotComeAgain() {
        add(2);
        List<PulledDelivery> pulled = pull(2, T);

        acknowledge(pulled.subList(0, 1), T.plusSeconds(5));
        acknowledge(pulled.subList(0, 1), T.plusSeconds(6));

        EventId event = pulled.getFirst().message().payload().id();
        LoggedDelivery logged = log.find(webhook.id(), event).orElseThrow();
        assertThat(logged.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(logged.firstAttempt()).contains(T);
        assertThat(logged.attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.outcome()).isEqualTo(OutcomeClass.SUCCEEDED);
            assertThat(attempt.took()).isEqualTo(Duration.ofSeconds(5));
            assertThat(attempt.status()).isEmpty();
        });
        metrics.flush();
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.DELIVERIES_SUCCEEDED, 1L));
        assertThat(messages(pull(9, T.plusSeconds(100)))).isEqualTo(messages(pulled.subList(1, 2)));
    }

    /** A record of the stream that is handled again, after a failure, is added again. */
    @Test
    void acknowledgedDeliveryThatIsAddedAgainDoesNotComeAgain() {
        DeliveryMessage message = add(1).getFirst();
        acknowledge(pull(1, T), T);

        queue.add(message, T);

        assertThat(pull(9, T)).isEmpty();
        assertThat(aws.backlog().anyOf(webhook.id(), 1)).isFalse();
    }

    @Test
    void receiptStaysValidWhenTheDeliveryCameAgain() {
        add(1);
        List<PulledDelivery> first = pull(1, T);
        pull(1, T.plusSeconds(61));

        acknowledge(first, T.plusSeconds(70));

        assertThat(aws.backlog().anyOf(webhook.id(), 1)).isFalse();
    }

    @Test
    void receiptDoesNotAcknowledgeALaterRetryCycle() {
        DeliveryMessage message = add(1).getFirst();
        List<PulledDelivery> first = pull(1, T);
        DeliveryMessage again = message.nextCycle(T);
        queue.add(again, T);

        acknowledge(first, T);

        assertThat(log.find(webhook.id(), message.payload().id())).isEmpty();
        assertThat(messages(pull(1, T))).containsExactly(again);
    }

    @Test
    void redeliveredDeliveryComesAgainAfterItWasAcknowledged() {
        DeliveryMessage message = add(1).getFirst();
        acknowledge(pull(1, T), T);
        LoggedDelivery logged = log.find(webhook.id(), message.payload().id()).orElseThrow();
        queue.add(message.nextCycle(T), T);
        log.replace(webhook.id(), logged, logged.nextCycle(1, T));

        List<PulledDelivery> second = pull(1, T);
        acknowledge(second, T);

        assertThat(second).extracting(PulledDelivery::number).containsExactly(1);
        assertThat(log.find(webhook.id(), message.payload().id()).orElseThrow().attempts())
                .hasSize(2);
        assertThat(pull(1, T)).isEmpty();
    }

    @Test
    void dismissedDeliveryAndWhatTheWebhookDoesNotGetAnyMoreAreRemoved() {
        List<DeliveryMessage> added = add(3);
        LoggedDelivery dismissed = LoggedDelivery.backlog(added.getFirst()).dismissed();
        log.begin(webhook.id(), dismissed, T.plus(RETENTION));

        assertThat(messages(pull(1, T))).containsExactly(added.get(1));
        assertThat(reader.pull(webhook(List.of("offer.expired")), 9, MINUTE, T).deliveries())
                .isEmpty();
        assertThat(messages(pull(9, T.plusSeconds(100))))
                .as("what was in flight when the webhook was changed")
                .containsExactly(added.get(1));
    }

    @Test
    void pingsAndTestEventsArePulledWhateverTheWebhookGets() {
        Payload ping = Payload.ping(webhook.id(), EventId.mint(T, new Random(1)));
        queue.add(DeliveryMessage.again(webhook, ping, Optional.empty(), T), T);

        List<PulledDelivery> pulled =
                reader.pull(webhook(List.of("offer.expired")), 9, MINUTE, T).deliveries();
        acknowledge(pulled, T);

        assertThat(messages(pulled)).extracting(DeliveryMessage::payload).containsExactly(ping);
        metrics.flush();
        assertThat(metrics.take()).isEmpty();
        assertThat(log.find(webhook.id(), ping.id()).orElseThrow().status()).isEqualTo(DeliveryStatus.SUCCEEDED);
    }

    @Test
    void unreadableLogDoesNotBlockTheQueue() {
        add(1);
        PullReader blind = new PullReader(queue, (_, _) -> {
            throw new UnreadableRow("broken");
        });

        assertThat(blind.pull(webhook, 9, MINUTE, T).deliveries()).hasSize(1);
    }

    private List<PulledDelivery> pull(int max, Instant now) {
        return reader.pull(webhook, max, MINUTE, now).deliveries();
    }

    private void acknowledge(List<PulledDelivery> pulled, Instant now) {
        Set<PullReceipt> receipts = pulled.stream().map(PulledDelivery::receipt).collect(Collectors.toSet());
        acknowledgements.acknowledge(webhook, receipts, now);
    }

    private List<DeliveryMessage> add(int count) {
        List<DeliveryMessage> added = Stream.iterate(0, n -> n + 1)
                .limit(count)
                .map(n -> new Event(
                        EventId.mint(T.minusSeconds(1_000L - n), new Random(n)),
                        "offer.accepted",
                        new ClinicId("cln_1"),
                        "{}"))
                .map(event -> DeliveryMessage.first(webhook, event, T))
                .toList();
        added.forEach(message -> queue.add(message, T.plus(RETENTION)));
        return added;
    }

    private static List<DeliveryMessage> messages(List<PulledDelivery> pulled) {
        return pulled.stream().map(PulledDelivery::message).toList();
    }

    private static void join(Thread consumer) {
        try {
            consumer.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Webhook webhook(List<String> types) {
        return Webhook.registered(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                new ApiKeyId("key_1"),
                new WebhookSettings(WebhookSettings.PULLED, types, Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                T);
    }
}
