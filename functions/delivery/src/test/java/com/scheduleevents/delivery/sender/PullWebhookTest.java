package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the sender does for a webhook whose deliveries are pulled. */
final class PullWebhookTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(7);

    private final SenderFixture sender = new SenderFixture(_ -> true);

    PullWebhookTest() {
        Webhook pushed = SenderFixture.activeWebhook();
        sender.webhooks.delete(pushed.account(), pushed.id(), SenderFixture.START);
        sender.register(Webhook.registered(
                pushed.account(),
                pushed.id(),
                pushed.key(),
                new WebhookSettings(WebhookSettings.PULLED, List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "sealed"),
                SenderFixture.START));
    }

    @Test
    void addsADeliveryToTheBacklogAndAttemptsNothing() {
        sender.handle(FIRST);
        sender.handleAgain(FIRST);

        assertThat(sender.backlog()).containsExactly(FIRST);
        assertThat(sender.attempts).isEmpty();
        assertThat(sender.retries).isEmpty();
        assertThat(sender.probes).isEmpty();
    }

    @Test
    void leavesADeliveryWithTheConsumerThatHasIt() {
        sender.handle(FIRST);
        WaitingDelivery waiting = sender.waiting().getFirst();
        sender.take(waiting);

        sender.handle(FIRST);
        sender.handleAgain(FIRST);
        sender.handle(FIRST.drained(sender.now));

        assertThat(sender.waiting()).isEmpty();
        assertThat(sender.backlog()).containsExactly(FIRST);
    }

    @Test
    void replacesADeliveryByItsLaterRetryCycle() {
        sender.handle(FIRST);
        sender.handle(FIRST.nextCycle(sender.now));
        sender.handle(FIRST);

        assertThat(sender.backlog()).containsExactly(FIRST.nextCycle(sender.now));
    }

    @Test
    void dropsWhatTheWebhookDoesNotGetAnyMore() {
        sender.change(row -> row.with(
                new WebhookSettings(
                        WebhookSettings.PULLED, List.of("offer.expired"), Optional.empty(), Optional.empty()),
                sender.now));

        sender.handle(FIRST);

        assertThat(sender.backlog()).isEmpty();
    }

    @Test
    void tellsTheOwnerOnceWhenADeliveryHasWaitedForADay() {
        sender.probe();
        assertThat(sender.health().dueAt()).contains(sender.now.plus(Duration.ofDays(1)));
        sender.handle(FIRST);
        sender.now = sender.now.plus(Duration.ofDays(1));

        sender.probe();

        assertThat(sender.webhooks.due(FIRST.webhook())).containsExactly(DueMail.unpulled(sender.now));
        assertThat(sender.attempts).isEmpty();
        sender.now = sender.now.plus(Duration.ofDays(1));
        sender.probe();
        assertThat(sender.webhooks.due(FIRST.webhook())).hasSize(1);
        assertThat(sender.backlog()).containsExactly(FIRST);
    }

    /** Whatever they wait for: the events expire all the same. */
    @Test
    void tellsTheOwnerOfDeliveriesThatWaitForASuspendedAccount() {
        sender.handle(FIRST);
        sender.change(webhook -> webhook.asSuspended(sender.now));
        sender.now = sender.now.plus(Duration.ofDays(1));

        sender.probe();

        assertThat(sender.webhooks.due(FIRST.webhook())).containsExactly(DueMail.unpulled(sender.now));
        assertThat(sender.health().dueAt()).contains(sender.now.plus(Duration.ofDays(1)));
    }

    @Test
    void disablesASuspendedWebhookBeforeItsOldestDeliveryExpires() {
        sender.handle(FIRST);
        sender.change(webhook -> webhook.asSuspended(sender.now));
        sender.now = sender.now.plus(Duration.ofDays(80));

        sender.probe();

        assertThat(sender.webhook().disabling())
                .contains(new Disabling.DeliveriesExpiring(
                        sender.now, FIRST.payload().id(), FIRST.notBefore()));
        assertThat(sender.webhooks.due(FIRST.webhook())).containsExactly(DueMail.expiring(1));
    }
}
