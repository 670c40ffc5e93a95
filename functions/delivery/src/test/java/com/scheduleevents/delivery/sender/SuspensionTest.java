package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deliveries of suspended accounts, and of clinics that were removed. */
final class SuspensionTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(7);

    @Test
    void sendsTheDeliveriesOfTheSuspensionAfterTheAccountIsResumed() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.change(webhook -> webhook.asSuspended(SenderFixture.START));
        sender.handle(FIRST);
        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).containsExactly(FIRST);

        sender.now = SenderFixture.START.plus(Duration.ofDays(9));
        sender.change(row -> row.resumed(sender.now));
        sender.probeToTheEnd();

        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(sender.health().isCircuitOpen()).isFalse();
        sender.now = sender.health().dueAt().orElseThrow();
        sender.probe();
        assertThat(sender.health().dueAt()).as("after the last look").isEmpty();
    }

    @Test
    void startsTheNextRetryCycleForADeliveryThatFailedBefore() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.change(webhook -> webhook.asSuspended(SenderFixture.START));
        sender.now = SenderFixture.START.plusSeconds(30);

        sender.handle(sender.retries.removeFirst());
        sender.handle(sender.retries.removeFirst());

        assertThat(sender.retries).isEmpty();
        assertThat(sender.logged(FIRST).cycle()).isEqualTo(2);
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(sender.backlog()).singleElement().satisfies(kept -> {
            assertThat(kept.cycle()).isEqualTo(2);
            assertThat(kept.attempt()).isEqualTo(1);
        });
    }

    @Test
    void startsOneRetryCycleWhenACopyOfTheMessageFollows() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.change(webhook -> webhook.asSuspended(SenderFixture.START));
        sender.now = SenderFixture.START.plusSeconds(30);
        DeliveryMessage retry = sender.retries.removeFirst();

        sender.handle(retry);
        sender.handle(retry);

        assertThat(sender.retries).hasSize(1);
        assertThat(sender.logged(FIRST).cycle()).isEqualTo(2);
    }

    /** The log knows of a retry cycle before its first attempt is queued, so that what an owner asks for meanwhile applies to it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void makesNoAttemptInARetryCycleThatWasDismissedWhileItWasQueued(boolean suspended) {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        DeliveryMessage retry = sender.retries.removeFirst();
        if (suspended) {
            sender.change(webhook -> webhook.asSuspended(SenderFixture.START));
        }
        sender.now = retry.notBefore().plus(NextStep.LATEST_RETRY).plusSeconds(1);
        sender.afterSend = _ -> sender.log.replace(
                FIRST.webhook(), sender.logged(FIRST), sender.logged(FIRST).dismissed());

        sender.handle(retry);
        if (suspended) {
            sender.change(row -> row.resumed(sender.now));
        }
        List.copyOf(sender.retries).forEach(sender::handle);

        assertThat(sender.attempts).hasSize(1);
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.DISMISSED);
    }

    /** The sender may have crashed after it logged the next retry cycle, before or after it queued its first attempt. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void attemptsADeliveryOnceInItsNextRetryCycleAfterACrash(boolean queued) {
        SenderFixture sender = new SenderFixture(attempt -> attempt > 1);
        sender.handle(FIRST);
        sender.change(webhook -> webhook.asSuspended(SenderFixture.START));
        sender.now = SenderFixture.START.plusSeconds(30);
        DeliveryMessage retry = sender.retries.removeFirst();
        sender.handle(retry);
        if (!queued) {
            sender.retries.clear();
        }

        sender.change(row -> row.resumed(sender.now));
        sender.handleAgain(retry);
        while (!sender.retries.isEmpty()) {
            sender.handle(sender.retries.removeFirst());
        }
        sender.probeToTheEnd();

        assertThat(sender.attempts).hasSize(2);
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(sender.backlog()).isEmpty();
    }

    @Test
    void doesNotSendADeliveryThatWasDismissedInTheBacklog() {
        SenderFixture sender = new SenderFixture(_ -> false);
        sender.handle(FIRST);
        sender.change(webhook -> webhook.asSuspended(SenderFixture.START));
        sender.now = SenderFixture.START.plusSeconds(30);
        sender.handle(sender.retries.removeFirst());
        sender.handle(sender.retries.removeFirst());
        sender.log.replace(
                FIRST.webhook(), sender.logged(FIRST), sender.logged(FIRST).dismissed());

        sender.change(row -> row.resumed(sender.now));
        sender.probe();

        assertThat(sender.attempts).hasSize(1);
        assertThat(sender.backlog()).isEmpty();
    }

    @Test
    void makesNoWaitingAttemptAfterTheSuspension() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.whileItWaits = () -> sender.change(webhook -> webhook.asSuspended(SenderFixture.START));

        sender.handle(FIRST);

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).hasSize(1);
    }

    @Test
    void dropsAPingOfASuspendedAccount() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.change(webhook -> webhook.asSuspended(SenderFixture.START));
        Payload ping = Payload.ping(FIRST.webhook(), EventId.mint(SenderFixture.START, new Random(1)));

        sender.handle(DeliveryMessage.again(sender.webhook(), ping, Optional.empty(), SenderFixture.START));

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).isEmpty();
    }

    @Test
    void dropsADeliveryOfAClinicThatWasRemoved() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.openCircuit();
        sender.handle(FIRST);
        sender.change(row -> row.seeing(new Clinics.All(Set.of(new ClinicId("cln_1"))), Instant.EPOCH));

        sender.probe();

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.webhook().isActive()).isTrue();
    }
}
