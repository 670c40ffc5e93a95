package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.StaticHeaders;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                sender.seal(2, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", row), START, Duration.ofSeconds(5)));

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
    void goesOnToTheEndOfTheScheduleWhenTheLogWasLost() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.aws.clear("DeliveriesTable");

        sender.handleToTheEnd(sender.retries.removeFirst());

        assertThat(sender.attempts).hasSize(11);
        assertThat(exhausted(sender).attempts()).isEqualTo(11);
        assertThat(exhausted(sender).failingSince()).isEqualTo(START);
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
        assertThat(why.attempts()).as("since failing_since").isEqualTo(11);
        assertThat(why.at()).isEqualTo(START.plus(Duration.ofDays(2)));
    }

    /** It was the service that failed, and nobody knows whether the receiver worked meanwhile. */
    @Test
    void startsTheNextRetryCycleWhenARetryComesFarTooLate() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.now = START.plus(Duration.ofHours(30));

        sender.handleToTheEnd(sender.retries.removeFirst());

        assertThat(sender.attempts).hasSize(12);
        RetriesExhausted why = exhausted(sender);
        assertThat(why.failingSince()).isEqualTo(START.plus(Duration.ofHours(30)));
        assertThat(why.at()).isEqualTo(START.plus(Duration.ofHours(54)));
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

    /** It logged the attempt after the log was read, and had not queued the retry when it crashed. */
    @Test
    void queuesTheRetryThatTheSenderOfTheSameAttemptDidNot() {
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        SenderFixture sender = new SenderFixture(_ -> {
            meanwhile.getAndSet(() -> {}).run();
            return false;
        });
        meanwhile.set(() -> {
            sender.handleAgain(FIRST);
            sender.retries.clear();
        });

        sender.handleAgain(FIRST);

        assertThat(sender.logged(FIRST).attempts()).hasSize(1);
        assertThat(sender.retries).extracting(DeliveryMessage::attempt).containsExactly(2);
    }

    /** A retry is received twice at once: one sender finds it too early, the other makes the attempt and crashes. */
    @Test
    void copyOfAMessageThatWasReceivedBeforeQueuesTheRetryThatACrashedSenderDidNot() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        DeliveryMessage retry = sender.retries.removeFirst();
        sender.handleAgain(retry);
        assertThat(sender.sentAgain).containsExactlyElementsOf(sender.retries).hasSize(1);
        DeliveryMessage copy = sender.retries.removeFirst();
        sender.now = retry.notBefore();
        sender.handle(retry);
        sender.retries.clear();

        sender.handleAgain(copy);

        assertThat(sender.attempts).hasSize(2);
        assertThat(sender.retries).extracting(DeliveryMessage::attempt).containsExactly(3);
    }

    /** Calls that are applied and not confirmed leave copies of a waiting retry; they merge when its attempt is made. */
    @Test
    void copiesOfARetryThatIsFarFromDueMerge() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.now = sender.retries.getFirst().notBefore();
        sender.handle(sender.retries.removeFirst());
        DeliveryMessage retry = sender.retries.removeFirst();

        sender.handleAgain(retry);
        sender.handleAgain(retry);

        assertThat(sender.retries).containsExactly(retry, retry);
        assertThat(sender.sentAgain).isEmpty();
    }

    @Test
    void copyOfAMessageThatIsReceivedForTheFirstTimeIsReceivedForTheFirstTime() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.handle(sender.retries.removeFirst());

        assertThat(sender.retries).hasSize(1);
        assertThat(sender.sentAgain).isEmpty();
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
        assertThat(sender.turns).last().isEqualTo("https://hooks.example.org/");
    }

    /** It would be made a second time. */
    @Test
    void makesNoAttemptThatMayOutliveItsFunctionBecauseItWaited() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.whileItWaits = () -> sender.timeLeft = Duration.ofSeconds(9);

        sender.handle(FIRST);

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.retries).containsExactly(FIRST);
    }

    /** The clock of its signature, its log and the retry window is that of the request, not of the message. */
    @Test
    void beginsAnAttemptWhenItsTurnHasCome() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.whileItWaits = () -> {};

        sender.handle(FIRST);

        assertThat(sender.logged(FIRST).last().at()).isEqualTo(START.plusSeconds(2));
        assertThat(sender.attempts.getFirst().headers().get("Service-Signature"))
                .startsWith("t=" + START.plusSeconds(2).getEpochSecond() + ",");
    }

    @Test
    void makesAnAttemptWhoseTurnComesAfterTheRetryWindowTheLast() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.now = START.plus(Duration.ofHours(24)).minusSeconds(1);
        DeliveryMessage retry = new DeliveryMessage(
                FIRST.account(),
                FIRST.webhook(),
                FIRST.generation(),
                FIRST.payload(),
                FIRST.cycle(),
                10,
                Optional.of(START),
                Optional.of(START),
                sender.now,
                Optional.empty(),
                Optional.empty());
        sender.whileItWaits = () -> {};

        sender.handle(retry);

        assertThat(sender.retries).isEmpty();
        assertThat(exhausted(sender).attempts()).isEqualTo(10);
    }

    @Test
    void addsAFirstAttemptToTheBacklogWhenTheCircuitOpensWhileItWaits() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.whileItWaits = sender::openCircuit;

        sender.handle(FIRST);

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).containsExactly(FIRST);
    }

    /** What it waited in a queue of the service does not count. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void firstAttemptThatCameLateIsDrainedAndWaitsSinceThen(boolean receivedBefore) {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.now = START.plus(NextStep.LONGEST_TURN).plusMillis(1);

        if (receivedBefore) {
            sender.handleAgain(FIRST);
        } else {
            sender.handle(FIRST);
        }

        assertThat(sender.backlog()).containsExactly(FIRST.waitingFrom(sender.now));
        assertThat(sender.backlog().getFirst().waitsSince()).isEqualTo(sender.now);
        assertThat(sender.health().circuit()).isInstanceOf(Circuit.Draining.class);
    }

    @Test
    void doesNotAttemptADeliveryDismissedWhileItsRetryWaits() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.whileItWaits = () -> sender.log.replace(
                FIRST.webhook(), sender.logged(FIRST), sender.logged(FIRST).dismissed());

        sender.handleToTheEnd(sender.retries.removeFirst());

        assertThat(sender.attempts).hasSize(1);
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
        Payload ping = Payload.ping(FIRST.webhook(), EventId.mint(START, new Random(7)));
        DeliveryMessage message = DeliveryMessage.again(sender.webhook(), ping, Optional.empty(), START);

        sender.handle(message);

        assertThat(sender.retries).isEmpty();
        assertThat(sender.logged(message).status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(sender.health().failures().count()).isZero();
        assertThat(sender.webhook().isActive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void attemptsATestEventOnceAndLeavesTheHealthAsItWas(boolean succeeds) {
        SenderFixture sender = new SenderFixture(attempt -> succeeds && attempt > 1);
        sender.handle(FIRST);
        sender.retries.clear();
        Health failing = sender.health();
        EventDraft draft =
                EventTypeRegistry.fromClassPath().example("offer.created", JsonNodeFactory.instance.objectNode());
        Payload test = Payload.test(draft, EventId.mint(START, new Random(7)).ofTest());
        DeliveryMessage message = DeliveryMessage.again(sender.webhook(), test, Optional.empty(), START);

        sender.handle(message);

        assertThat(sender.attempts).hasSize(2);
        assertThat(sender.attempts.getFirst().headers()).doesNotContainKey("Service-Test");
        assertThat(sender.attempts.getLast().headers())
                .containsEntry("Service-Test", "true")
                .containsEntry("webhook-id", test.id().value());
        assertThat(sender.retries).isEmpty();
        assertThat(sender.logged(message).status())
                .isEqualTo(succeeds ? DeliveryStatus.SUCCEEDED : DeliveryStatus.FAILED);
        assertThat(sender.logged(message).clinic()).isEmpty();
        assertThat(sender.health()).isEqualTo(failing);
        assertThat(sender.webhook().isActive()).isTrue();
    }

    @Test
    void sendsTheHeadersOfTheWebhookBelowItsOwn() {
        SenderFixture sender = new SenderFixture(_ -> true);
        Webhook webhook = sender.webhook();
        // As an earlier release might have taken them.
        StaticHeaders chosen = new StaticHeaders(Map.of("X-Api-Key", "hunter2", "User-Agent", "mine"));
        sender.change(row ->
                row.with(row.settings().with(sender.vault.seal(webhook.account(), webhook.id(), chosen)), START));

        sender.handle(FIRST);

        assertThat(sender.attempts.getFirst().headers())
                .containsEntry("X-Api-Key", "hunter2")
                .containsEntry("User-Agent", "Schedule-Events-Webhooks/1.0");
    }
}
