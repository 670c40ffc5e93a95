package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** First attempts for a webhook that gets the events of each appointment in their order. */
final class OrderedWebhookTest {

    private static final ClinicId CLINIC = new ClinicId("cln_1");

    /** The order has begun. */
    private static final Instant BEGUN = SenderFixture.START.plus(Duration.ofMinutes(10));

    private int minted;

    @Test
    void laterEventWaitsUntilTheEarlierOneIsDelivered() {
        SenderFixture sender = sender(_ -> true);
        DeliveryMessage first = recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");

        sender.handle(second);
        assertThat(sender.attempts).isEmpty();
        DeliveryMessage waiting = sender.retries.removeFirst();
        assertThat(waiting.notBefore()).isEqualTo(sender.now.plusSeconds(2));
        sender.metrics.flush();
        assertThat(sender.metrics.take()).containsEntry(Metric.TURNS_AWAITED, 1L);
        sender.handle(first);
        comeBack(sender, waiting);

        assertThat(sent(sender)).containsExactly(id(first), id(second));
    }

    @Test
    void eventOfAnotherAppointmentDoesNotWait() {
        SenderFixture sender = sender(_ -> true);
        recorded(sender, "apt_1");
        DeliveryMessage other = recorded(sender, "apt_2");

        sender.handle(other);

        assertThat(sent(sender)).containsExactly(id(other));
    }

    @Test
    void otherWebhookGetsItsEventsAsTheyCome() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.now = BEGUN;
        recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");

        sender.handle(second);

        assertThat(sent(sender)).containsExactly(id(second));
    }

    @Test
    void whoeverWaitsLooksAgainWhenTheNextAttemptOfTheEarlierOneHasBeenMade() {
        SenderFixture sender = sender(_ -> false);
        DeliveryMessage first = recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.handle(first);
        Instant retry = sender.retries.removeFirst().notBefore();

        sender.handle(second);

        assertThat(sender.attempts).hasSize(1);
        assertThat(sender.retries.getFirst().notBefore()).isBetween(retry, retry.plusSeconds(10));
    }

    @Test
    void dismissedOneIsNotWaitedFor() {
        SenderFixture sender = sender(_ -> true);
        DeliveryMessage first = recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");
        LoggedDelivery waiting = LoggedDelivery.waiting(first);
        sender.log.begin(first.webhook(), waiting.dismissed(), BEGUN.plusSeconds(9));

        sender.handle(second);

        assertThat(sent(sender)).containsExactly(id(second));
    }

    @Test
    void idThatNeverBecameAnEventIsNotWaitedFor() {
        SenderFixture sender = sender(_ -> true);
        announce(sender, "apt_1", mint(sender));
        DeliveryMessage second = recorded(sender, "apt_1");

        sender.handle(second);

        assertThat(sent(sender)).containsExactly(id(second));
    }

    @Test
    void eventThatIsNoneOfTheWebhooksIsNotWaitedFor() {
        SenderFixture sender = sender(_ -> true);
        recorded(sender, "apt_1", "appointment.cancelled");
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.change(row -> row.with(
                new WebhookSettings(row.url(), List.of("appointment.booked"), Optional.empty(), Optional.empty()),
                SenderFixture.START));

        sender.handle(second);

        assertThat(sent(sender)).containsExactly(id(second));
    }

    @Test
    void eventFromBeforeTheOrderIsWaitedForOnlyIfItIsKnownToBeOnItsWay() {
        SenderFixture sender = sender(_ -> true);
        sender.now = SenderFixture.START.plusSeconds(119);
        DeliveryMessage unknown = recorded(sender, "apt_1");
        DeliveryMessage known = recorded(sender, "apt_2");
        DeliveryMessage kept = recorded(sender, "apt_3");
        sender.log.begin(known.webhook(), LoggedDelivery.waiting(known), BEGUN.plusSeconds(9));
        sender.addToBacklog(kept);
        sender.now = BEGUN;

        List<DeliveryMessage> later = Stream.of("apt_1", "apt_2", "apt_3")
                .map(of -> recorded(sender, of))
                .toList();
        later.forEach(sender::handle);

        assertThat(sent(sender)).containsExactly(id(later.getFirst()));
        assertThat(unknown.payload().id()).isNotEqualTo(known.payload().id());
    }

    @Test
    void orderBeginsAnewWhenTheWebhookIsEnabledOrMatchesOtherEvents() {
        Webhook webhook = SenderFixture.activeWebhook().ordered();
        WebhookSettings others =
                new WebhookSettings(webhook.url(), List.of("appointment.booked"), Optional.empty(), Optional.empty());
        WebhookSettings described =
                new WebhookSettings(webhook.url(), webhook.types(), Optional.empty(), Optional.of("Front desk"));
        Instant anew = BEGUN.plus(Duration.ofMinutes(2));

        assertThat(webhook.orderedFrom()).contains(SenderFixture.START.plus(Duration.ofMinutes(2)));
        assertThat(webhook.with(described, BEGUN).orderedFrom()).isEqualTo(webhook.orderedFrom());
        assertThat(webhook.with(others, BEGUN).orderedFrom()).contains(anew);
        assertThat(webhook.seeing(new Clinics.All(Set.of(CLINIC)), BEGUN).orderedFrom())
                .contains(anew);
        assertThat(webhook.disabled(new Disabling.Requested(BEGUN))
                        .enabled(BEGUN)
                        .orderedFrom())
                .contains(anew);
        assertThat(SenderFixture.activeWebhook().with(others, BEGUN).orderedFrom())
                .isEmpty();
    }

    @Test
    void deliveryOfAnEarlierGenerationIsNotWaitedFor() {
        SenderFixture sender = sender(_ -> false);
        DeliveryMessage first = recorded(sender, "apt_1");
        sender.handle(first);
        sender.retries.clear();
        sender.change(row -> row.disabled(new Disabling.Requested(BEGUN)));
        sender.change(row -> row.enabled(SenderFixture.START));
        DeliveryMessage second = recorded(sender, "apt_1");

        sender.handle(second);

        assertThat(sent(sender)).containsExactly(id(first), id(second));
    }

    @Test
    void whoeverAsksForADeliveryGetsItAtOnce() {
        SenderFixture sender = sender(_ -> true);
        recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");

        sender.handle(DeliveryMessage.again(sender.webhook(), second.payload(), Optional.empty(), sender.now));

        assertThat(sent(sender)).containsExactly(id(second));
    }

    @Test
    void redeliveryOfADeliveredOneDelaysNobody() {
        SenderFixture sender = sender(n -> n == 1);
        DeliveryMessage first = recorded(sender, "apt_1");
        sender.handle(first);
        sender.handle(DeliveryMessage.again(
                sender.webhook(), first.payload(), Optional.of(sender.logged(first)), sender.now));
        assertThat(sender.logged(first).status()).isEqualTo(DeliveryStatus.PENDING);
        DeliveryMessage second = recorded(sender, "apt_1");

        sender.handle(second);

        assertThat(sent(sender)).hasSize(3);
    }

    @Test
    void oneThatWaitsForLongerThanAMomentCanBeSeenAndDismissed() {
        SenderFixture sender = sender(_ -> true);
        recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.handle(second);
        assertThat(sender.log.find(second.webhook(), second.payload().id())).isEmpty();

        comeBack(sender, sender.retries.removeFirst());
        LoggedDelivery shown = sender.logged(second);
        assertThat(shown.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(shown.made()).isZero();

        sender.log.replace(second.webhook(), shown, shown.dismissed());
        comeBack(sender, sender.retries.removeFirst());
        assertThat(sender.retries).isEmpty();
        assertThat(sender.attempts).isEmpty();
    }

    @Test
    void oneThatWaitsInTheBacklogLeavesItForTheQueueWhenAProbeTriesIt() {
        SenderFixture sender = sender(_ -> true);
        recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.addToBacklog(second);
        sender.openCircuit();

        sender.probe();

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.retries).singleElement().satisfies(waiting -> {
            assertThat(waiting.payload().id()).isEqualTo(second.payload().id());
            assertThat(sender.sentAgain).containsExactly(waiting);
        });
    }

    @Test
    void removalOfARowThatComesLateLeavesTheOneThatWasPutBack() {
        SenderFixture sender = sender(_ -> true);
        recorded(sender, "apt_1");
        for (DeliveryMessage inBacklog :
                List.of(recorded(sender, "apt_1"), recorded(sender, "apt_1").drained(BEGUN.minusSeconds(9)))) {
            sender.addToBacklog(inBacklog);
            sender.openCircuit();
            sender.probe();
            DeliveryMessage waiting = sender.retries.removeFirst();
            comeBack(sender, waiting);
            assertThat(sender.backlog()).hasSize(1);

            sender.ports.backlog().remove(inBacklog);

            assertThat(sender.backlog()).hasSize(1);
            sender.ports.backlog().remove(sender.backlog().getFirst());
        }
    }

    @Test
    void oneThatHasWaitedKeepsTheLimit() {
        SenderFixture sender = sender(_ -> true);
        sender.limitTo(1);
        DeliveryMessage first = recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.handle(second.drained(sender.now));
        sender.handle(first.drained(sender.now));
        assertThat(sent(sender)).containsExactly(id(first));

        comeBack(sender, sender.retries.getFirst());

        assertThat(sent(sender)).containsExactly(id(first));
        assertThat(sender.backlog()).hasSize(1);
    }

    @Test
    void oneOfWhichNothingWasHeardForAnHourIsQueuedAgain() {
        SenderFixture sender = sender(_ -> true);
        DeliveryMessage lost = recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.now = BEGUN.plus(Duration.ofMinutes(59));
        comeBack(sender, second.waitingUntil(sender.now));
        assertThat(sender.sentAgain).isEmpty();
        sender.retries.clear();
        sender.now = sender.now.plus(Duration.ofMinutes(2));

        comeBack(sender, second.waitingUntil(sender.now));

        assertThat(sender.sentAgain).singleElement().satisfies(again -> assertThat(again.payload())
                .isEqualTo(lost.payload()));
        sender.handleAgain(sender.retries.removeFirst());
        comeBack(sender, sender.retries.removeFirst());
        assertThat(sent(sender)).containsExactly(id(lost), id(second));
    }

    @Test
    void retryThatWasLostIsQueuedAgain() {
        SenderFixture sender = sender(n -> n > 1);
        DeliveryMessage first = recorded(sender, "apt_1");
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.handle(first);
        sender.retries.clear();
        sender.now = BEGUN.plus(Duration.ofMinutes(62));

        comeBack(sender, second.waitingUntil(sender.now));

        DeliveryMessage again = sender.sentAgain.getFirst();
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.payload()).isEqualTo(first.payload());
    }

    @Test
    void oneInTheBacklogIsNotQueuedAgain() {
        SenderFixture sender = sender(_ -> true);
        sender.addToBacklog(recorded(sender, "apt_1"));
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.now = BEGUN.plus(Duration.ofHours(3));

        comeBack(sender, second.waitingUntil(sender.now));

        assertThat(sender.sentAgain).isEmpty();
        assertThat(sender.attempts).isEmpty();
    }

    @Test
    void webhookIsDisabledBeforeOneThatWaitsExpires() {
        SenderFixture sender = sender(_ -> true);
        sender.addToBacklog(recorded(sender, "apt_1"));
        DeliveryMessage second = recorded(sender, "apt_1");
        sender.now = BEGUN.plus(Duration.ofDays(79));
        DeliveryMessage waiting = second.waitingUntil(sender.now);
        comeBack(sender, waiting);
        assertThat(sender.webhook().isActive()).isTrue();

        sender.now = BEGUN.plus(Duration.ofDays(81));
        comeBack(sender, waiting.waitingUntil(sender.now));

        assertThat(sender.webhook().status()).isEqualTo(WebhookStatus.DISABLED);
        assertThat(sender.webhook().disabling().orElseThrow().reason()).isEqualTo("deliveries_expiring");
    }

    private static SenderFixture sender(IntPredicate succeeds) {
        SenderFixture sender = new SenderFixture(succeeds);
        Webhook webhook = SenderFixture.activeWebhook().ordered();
        sender.webhooks.delete(webhook.account(), webhook.id(), BEGUN);
        sender.register(webhook);
        sender.now = BEGUN;
        return sender;
    }

    private DeliveryMessage recorded(SenderFixture sender, String appointment) {
        return recorded(sender, appointment, "appointment.booked");
    }

    private DeliveryMessage recorded(SenderFixture sender, String appointment, String type) {
        EventId id = mint(sender);
        announce(sender, appointment, id);
        Event event = new Event(
                id, type, CLINIC, "{\"type\": \"" + type + "\", \"appointment_id\": \"" + appointment + "\"}");
        sender.aws
                .events()
                .putIfAbsent(SenderFixture.activeWebhook().account(), event, sender.now.plus(Duration.ofDays(90)));
        return DeliveryMessage.first(sender.webhook(), event, sender.now);
    }

    private EventId mint(SenderFixture sender) {
        return EventId.mint(sender.now.plusMillis(++minted), new Random(minted));
    }

    private static void announce(SenderFixture sender, String appointment, EventId id) {
        sender.aws
                .appointmentOrder()
                .add(
                        SenderFixture.activeWebhook().account(),
                        Map.of(appointment, Set.of(id)),
                        sender.now.plus(Duration.ofDays(90)));
    }

    private static void comeBack(SenderFixture sender, DeliveryMessage waiting) {
        sender.now = waiting.notBefore().isAfter(sender.now) ? waiting.notBefore() : sender.now;
        sender.handle(waiting);
    }

    private static String id(DeliveryMessage message) {
        return message.payload().id().value();
    }

    private static List<String> sent(SenderFixture sender) {
        return sender.attempts.stream()
                .map(AttemptRequest::headers)
                .map(headers -> headers.get("webhook-id"))
                .toList();
    }
}
